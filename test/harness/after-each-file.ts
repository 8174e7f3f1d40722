/** Runs before every file, also where files share the modules they import: what a file registered goes when it ends. */
import { afterAll } from 'vitest'
import { cleanUp } from './cleanup.ts'

afterAll(cleanUp)
