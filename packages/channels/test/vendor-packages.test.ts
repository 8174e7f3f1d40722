/** The versions that people are told to install are those that the channels are tested with. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingPackages, VENDOR_PACKAGES } from '../src/vendor-packages.ts'

interface Manifest {
  readonly devDependencies: { readonly [name: string]: string }
  readonly peerDependencies: { readonly [name: string]: string }
  readonly peerDependenciesMeta: { readonly [name: string]: { readonly optional: boolean } }
}

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(new URL(`../../${name}/package.json`, import.meta.url), 'utf8')) as Manifest

const PACKAGES = Object.values(VENDOR_PACKAGES).flat()

test.each(['channels', 'holdpoint'])('[X15.P3] are optional peers of packages/%s', (name) => {
  const { peerDependencies, peerDependenciesMeta } = manifestOf(name)
  expect(peerDependencies).toEqual(Object.fromEntries(PACKAGES.map((each) => [each.name, `^${each.version}`])))
  expect(peerDependenciesMeta).toEqual(Object.fromEntries(PACKAGES.map((each) => [each.name, { optional: true }])))
})

test('[X15.P3] are installed here, each as it is named', () => {
  const { devDependencies } = manifestOf('channels')
  for (const { name, version } of PACKAGES) expect(devDependencies[name]).toBe(version)
  expect(missingPackages('slack')).toEqual([])
  expect(missingPackages('feishu')).toEqual([])
  expect(missingPackages('dingtalk')).toEqual([])
})
