import { join } from 'node:path'

/** The program as it runs from its sources. */
export const PROGRAM_SOURCES = join(import.meta.dirname, '../main.ts')

/**
 * The program that tests start in a process of its own: the built one where `npm test` has just built it, which starts
 * in a tenth of the time, else its sources.
 */
export const PROGRAM = process.env.BUILT_PROGRAM ?? PROGRAM_SOURCES
