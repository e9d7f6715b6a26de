import type { TenantColumn } from '../tenant/tenant-column.ts'

/** One file of a workspace. Its bytes lie in the blob store; several files may have the same. */
export interface FileTable {
  id: string
  workspaceId: TenantColumn
  blobId: string
  /** As its owner named it. */
  name: string
  /** By its content, such as `application/pdf`. */
  mediaType: string
  /** In bytes. */
  size: number
  /** Hash of the content, hexadecimal. */
  sha256: string
  /** What it belongs to: `flow`, `run`, `document-store` … and the id of that. */
  ownerKind: string
  ownerId: string
  /** The conversation in which it was given, if any. */
  sessionId: string | null
  chatId: string | null
  /** Whose conversation that is, as for runs. */
  namespace: string | null
  createdAt: number
}
