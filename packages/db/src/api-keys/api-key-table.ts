import type { TenantColumn } from '../tenant/tenant-column.ts'

/** One API key, stored as a hash. */
export interface ApiKeyTable {
  id: string
  workspaceId: TenantColumn
  keyName: string
  keyHash: string
  /** The last characters of the key, to tell keys apart. */
  keyHint: string
  /** JSON array of permission strings. */
  permissions: string
  revision: number
  createdAt: number
  updatedAt: number
  lastUsedAt: number | null
  /** The user who made it or took it over, with whom it ends; null for keys that nobody signed in made. */
  createdBy: string | null
  /** From then on it opens nothing; null for a key without an end. */
  expiresAt: number | null
}
