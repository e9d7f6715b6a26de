import { describe, expect, test } from 'vitest'
import { openStore } from './open-store.fixture.ts'
import { storeCases } from './store-cases.fixture.ts'

/** What a server says when it refuses, as it says it, and what of that its author reads. */
interface Refusal {
  status: number
  body: object | string
  says: string
}

/** Of each store that speaks HTTP: its own refusals, in its own form. What the others refuse, their drivers tell. */
const REFUSALS: Record<string, Refusal[]> = {
  pinecone: [
    {
      status: 400,
      body: {
        code: 3,
        message: 'Vector dimension 3 does not match the dimension of the index 4',
        details: [],
      },
      says: 'Vector dimension 3 does not match the dimension of the index 4',
    },
    {
      status: 403,
      body: { error: { code: 'FORBIDDEN', message: 'The project is over its write quota' }, status: 403 },
      says: 'The project is over its write quota',
    },
  ],
  qdrant: [
    {
      status: 409,
      body: { status: { error: 'Wrong input: Vector dimension error: expected dim: 4, got 3' }, time: 0.001 },
      says: 'Wrong input: Vector dimension error: expected dim: 4, got 3',
    },
  ],
  weaviate: [
    {
      status: 422,
      body: { error: [{ message: "invalid object: no such prop with name 'lot' found in class 'Tea'" }] },
      says: "invalid object: no such prop with name 'lot' found in class 'Tea'",
    },
    {
      status: 500,
      body: { error: [{ message: 'vector search: vector lengths do not match: 3 vs 4' }] },
      says: 'vector search: vector lengths do not match: 3 vs 4',
    },
  ],
  milvus: [
    {
      status: 200,
      body: { code: 1100, message: 'vector dimension mismatch, expected vector size(byte) 16, actual 12' },
      says: 'vector dimension mismatch, expected vector size(byte) 16, actual 12',
    },
  ],
  chroma: [
    {
      status: 400,
      body: {
        error: 'InvalidArgumentError',
        message: 'Collection expecting embedding with dimension of 4, got 3',
      },
      says: 'Collection expecting embedding with dimension of 4, got 3',
    },
  ],
  elasticsearch: [
    {
      status: 400,
      body: {
        error: {
          root_cause: [
            {
              type: 'query_shard_exception',
              reason:
                'failed to create query: the query vector has a different dimension [3] than the index vectors [4]',
            },
          ],
          type: 'search_phase_execution_exception',
          reason: 'all shards failed',
        },
        status: 400,
      },
      says: 'failed to create query: the query vector has a different dimension [3] than the index vectors [4]',
    },
  ],
  openSearch: [
    {
      status: 400,
      body: {
        error: {
          root_cause: [{ type: 'illegal_argument_exception', reason: 'Field is not knn_vector type.' }],
          type: 'search_phase_execution_exception',
          reason: 'all shards failed',
        },
        status: 400,
      },
      says: 'Field is not knn_vector type.',
    },
  ],
  supabase: [
    {
      status: 404,
      body: {
        code: 'PGRST202',
        details: null,
        hint: 'Perhaps you meant to call the function public.match_docs',
        message: 'Could not find the function public.match_documents in the schema cache',
      },
      says: 'Could not find the function public.match_documents in the schema cache. Perhaps you meant to call the function public.match_docs',
    },
  ],
  upstash: [
    {
      status: 422,
      body: { error: 'Invalid vector dimension: 3, expected: 4', status: 422 },
      says: 'Invalid vector dimension: 3, expected: 4',
    },
  ],
  Astra: [
    {
      status: 200,
      body: {
        errors: [
          { message: 'Mismatched vector dimension: expected 4, got 3', errorCode: 'SHRED_BAD_VECTOR_SIZE' },
        ],
      },
      says: 'Mismatched vector dimension: expected 4, got 3',
    },
  ],
  meilisearch: [
    {
      status: 400,
      body: {
        message: 'Index `tea`: invalid vector dimensions: expected: `4`, found: `3`.',
        code: 'invalid_vector_dimensions',
        type: 'invalid_request',
        link: 'https://docs.meilisearch.com/errors#invalid_vector_dimensions',
      },
      says: 'Index `tea`: invalid vector dimensions: expected: `4`, found: `3`.',
    },
  ],
  vectara: [
    {
      status: 400,
      body: { field_errors: {}, messages: ['The filter is invalid: unknown field doc.lot'], request_id: '7' },
      says: 'The filter is invalid: unknown field doc.lot',
    },
  ],
}

const overHttp = storeCases.filter(({ speaks }) => speaks !== 'data')

test('each store that speaks HTTP has its row', () => {
  expect(Object.keys(REFUSALS).sort()).toEqual(overHttp.map(({ node }) => node).sort())
})

describe.each(overHttp)('what $node refuses', (store) => {
  test.each(REFUSALS[store.node] ?? [])(
    'is told its author in the words of the server alone: $status',
    async ({ status, body, says }) => {
      const filled = openStore(store)
      await filled.ingest()
      const filling = filled.sent.length
      await filled.retrieve('green')
      const last = filled.sent.length - filling - 1
      const scene = openStore(store, {
        respond: (sent, n) =>
          n === last ? { status, headers: {}, body: JSON.stringify(body) } : filled.fake.answer(sent),
      })
      const error = await scene.retrieve('green').then(
        () => new Error('It was not refused.'),
        (fault: Error) => fault,
      )
      expect(error).toMatchObject({ code: 'upstream_error', message: expect.stringContaining(says) })
      expect(error.message).not.toMatch(/[{}[\]]\s*"|"message"/)
    },
  )
})
