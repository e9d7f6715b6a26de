import type { CallContext, Component, StoreAnswer, StoreQuestion } from '@runnel/node-kit'
import { readNumber } from '@runnel/node-kit'
import { readPath } from './read-answers.ts'
import type { HttpStore } from './store-protocol.ts'
import { openStoreServer } from './store-server.ts'
import { queryCorpus } from './vectara-store.ts'

interface Asked {
  component: Component
  request: StoreQuestion
}

/** Has Vectara answer a question from its corpus. @throws RunnelError `upstream_error` where it gives no answer */
export async function answerFromCorpus(
  store: HttpStore,
  { component, request: { query, writer, mostPieces, language } }: Asked,
  call: CallContext,
): Promise<StoreAnswer> {
  const server = openStoreServer(store, component, call)
  const limit = Math.max(1, Math.floor(readNumber(component.values, 'topK') ?? store.defaultLimit ?? 1))
  const { answer, results } = await queryCorpus(
    server,
    { query, limit, equals: [] },
    {
      ...(writer !== '' && { generation_preset_name: writer }),
      ...(language !== '' && { response_language: language }),
      max_used_search_results: mostPieces,
    },
  )
  const text = readPath(answer, 'summary')
  if (typeof text === 'string' && text.trim() !== '') return { text, found: results }
  throw server.refuse(
    'found pieces, and wrote no answer. Choose another summarizer in the chain, or fewer pieces: the account may not use this one, or they are too long for it',
  )
}
