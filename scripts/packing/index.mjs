// What the tests use of the packing.
export { billOfMaterials } from './bill-of-materials.mjs'
export { installTarballs } from './install-tarballs.mjs'
export { openLoopbackRegistry } from './loopback-registry.mjs'
export { makeDesktopBundle } from './make-desktop-bundle.mjs'
export { bytesIn, makeTarballs } from './make-tarballs.mjs'
export { modulesOf } from './modules-of.mjs'
export { publicPackages } from './public-packages.mjs'
