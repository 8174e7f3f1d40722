import type { TestModule } from 'vitest/node'

export function slowestFiles(modules: readonly Pick<TestModule, 'diagnostic' | 'relativeModuleId'>[]): string
