import type { ShownUsage } from '@runnel/contract'
import { useUsageLines } from '../usage/use-usage-lines.ts'
import { deleteRow } from './delete-row.ts'

/** The texts of a deletion, of the catalogue of its page. */
type DeletionText = 'title' | 'text' | 'usedText' | 'confirm' | 'done' | 'failed'

interface Deletion<Row> {
  texts: (
    text: DeletionText,
    values: { name: string; count: number; flows: string; message: string },
  ) => string
  remove: (row: Row) => Promise<unknown>
  /** Reads the list anew. */
  refresh: () => Promise<void>
}

/** Deletes something that flows may use, after a question that names the flows which do; true when it is gone. */
export function useDeleteUsed<Row extends { id: string; name: string; usedBy?: ShownUsage | undefined }>({
  texts,
  remove,
  refresh,
}: Deletion<Row>): (row: Row) => Promise<boolean> {
  const listFlows = useUsageLines()
  return (row) => {
    const { name, usedBy = { flows: [], total: 0 } } = row
    const tell = (text: DeletionText, message = '') =>
      texts(text, { name, count: usedBy.total, flows: listFlows(usedBy), message })
    return deleteRow({
      about: row.id,
      question: {
        title: tell('title'),
        description: tell(usedBy.total > 0 ? 'usedText' : 'text'),
        confirmButtonName: tell('confirm'),
      },
      remove: () => remove(row),
      refresh,
      done: tell('done'),
      failed: (message) => tell('failed', message),
    })
  }
}
