/** Counts what goes out by key in windows of fixed length, together with the other processes. */
export interface MailCounts {
  /** Counts one, and tells how many there are in the open window and when it ends. */
  add(key: string, windowMs: number): { count: number; until: number }
  /** Takes one back. */
  remove(key: string): void
}
