import { dirname } from 'node:path'

/** Absolute path of the repository that these scripts belong to. */
export const REPOSITORY_ROOT = dirname(import.meta.dirname)
