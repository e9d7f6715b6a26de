import { useQuery } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { truncateLabel } from '../../../ui/truncate-label.ts'
import type { CardFact } from '../layout/card-facts.ts'

const FRESH_MS = 60_000
/** As long as a line of a card. */
const LONGEST = 60

type NamedRow = NonNullable<CardFact['row']>

function nameQuery({ kind, id }: NamedRow) {
  return {
    queryKey: ['name-of', kind, id],
    staleTime: FRESH_MS,
    retry: false,
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await readRow({ kind, id }, signal)).name,
  }
}

function readRow({ kind, id }: NamedRow, signal: AbortSignal): Promise<{ name: string }> {
  const params = { id }
  if (kind === 'storedTool') return api.getCustomTool({ params }, { signal })
  if (kind === 'mcpServer') return api.getMcpServer({ params }, { signal })
  if (kind === 'documentStore') return api.getDocumentStore({ params }, { signal })
  return api.getChatflow({ params, query: { view: 'summary' } }, { signal })
}

/** A line of a card; a row of the workspace by its name, as soon as that is known. */
export function CardFactText({ fact: { text, row } }: { fact: CardFact }) {
  return row === undefined ? text : <RowName row={row} text={text} />
}

function RowName({ row, text }: { row: NamedRow; text: string }) {
  const { data = text } = useQuery(nameQuery(row))
  return truncateLabel(data, LONGEST)
}
