import { join } from 'node:path'

/** The child's entry among the sources, for `createSandbox` in tests. */
export const sandboxChildPath = join(import.meta.dirname, '..', 'sandbox', 'sandbox-child.ts')
