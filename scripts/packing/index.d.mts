export interface Published {
  readonly folder: string
  readonly manifest: {
    readonly name: string
    readonly version: string
    readonly dependencies?: { readonly [name: string]: string }
    readonly [field: string]: unknown
  }
}

export interface Tarball {
  readonly name: string
  readonly version: string
  readonly file: string
  readonly bytes: number
  readonly unpacked: number
  readonly files: readonly string[]
}

export interface BillOfMaterials {
  readonly metadata: { readonly component: { readonly purl: string } }
  readonly components: readonly {
    readonly purl: string
    readonly scope: 'required' | 'optional'
    readonly licenses: readonly object[]
    readonly properties?: readonly object[]
  }[]
}

export interface Installed {
  readonly folder: string
  readonly modules: string
  remove(): void
}

export interface LoopbackRegistry {
  readonly url: string
  asked(): readonly string[]
  close(): Promise<void>
}

export function billOfMaterials(published: Published): BillOfMaterials
export function installTarballs(what: readonly string[], registry: string): Promise<Installed>
export function openLoopbackRegistry(tarballs: readonly string[]): Promise<LoopbackRegistry>
export function makeDesktopBundle(tarball: string, file: string): void
export function bytesIn(folder: string): number
export function makeTarballs(
  folder: string,
  options: { readonly repository: string | null },
): Promise<readonly Tarball[]>
export function modulesOf(folder: string): {
  readonly forNode: readonly string[]
  readonly forBrowsers: readonly string[]
  readonly bin: readonly string[]
}
export function publicPackages(): readonly Published[]
