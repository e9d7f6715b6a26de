/** What the server of a store says when it refuses, as it says it, and what of that its author reads. */
export interface StoreRefusal {
  status: number
  body: object | string
  says: string
  /** Which request is refused: the first one of a question, the one that asks for the nearest (when not said), or the one that brings texts. */
  of?: 'open' | 'search' | 'fill'
  /** `upstream_error` when not said. */
  code?: 'invalid_input'
}

/** Refuses a key: what its author is to do, and what the server says of it. */
const key = (status: 401 | 403, body: object | string, says: string): StoreRefusal => ({
  status,
  body,
  says: `Check the credential of the node. It says: ${says}`,
  of: 'open',
})
/** Knows no such collection: what its author is to do, and what the server says of it. */
const absent = (body: object, says: string, status = 404): StoreRefusal => ({
  status,
  body,
  says: `correct the name in the node.${says === '' ? '' : ` It says: ${says}`}`,
  of: 'open',
  code: 'invalid_input',
})
const filling = (status: number, body: object, says: string): StoreRefusal => ({
  status,
  body,
  says,
  of: 'fill',
})
const ofIndex = (status: number, type: string, reason: string) => ({
  error: { root_cause: [{ type, reason }], type, reason },
  status,
})
const meili = (code: string, type: string, message: string) => ({
  message,
  code,
  type,
  link: `https://docs.meilisearch.com/errors#${code}`,
})
/** One piece of many is refused, as Elasticsearch and OpenSearch say it. */
const bulk = (status: number, type: string, reason: string): StoreRefusal =>
  filling(
    200,
    {
      took: 3,
      errors: true,
      items: [{ index: { _id: 'a', status: 201 } }, { index: { _id: 'b', status, error: { type, reason } } }],
    },
    `refused 1 of 2 pieces: ${reason}`,
  )

/** Of each store that speaks HTTP: its own refusals, in its own form. What the others refuse, their drivers tell. */
export const storeRefusals: Record<string, StoreRefusal[]> = {
  pinecone: [
    key(
      401,
      { error: { code: 'UNAUTHENTICATED', message: 'Invalid API key' }, status: 401 },
      'Invalid API key',
    ),
    key(401, 'Malformed domain', 'Malformed domain'),
    absent(
      { error: { code: 'NOT_FOUND', message: 'Resource tea not found' }, status: 404 },
      'Resource tea not found',
    ),
    filling(
      429,
      { code: 8, message: 'You have reached your write unit limit for the current month', details: [] },
      'It says: You have reached your write unit limit',
    ),
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
    key(401, 'Must provide an API key or an Authorization bearer token', 'Must provide an API key'),
    key(
      403,
      { status: { error: 'Forbidden: Global read access is required' }, time: 0 },
      'Forbidden: Global read',
    ),
    absent(
      { status: { error: "Not found: Collection `tea` doesn't exist!" }, time: 0.00001 },
      "Not found: Collection `tea` doesn't exist!",
    ),
    filling(
      429,
      { status: { error: 'Rate limiting exceeded: Write rate limit exceeded' }, time: 0 },
      'It says: Rate limiting exceeded: Write rate limit exceeded',
    ),
    {
      status: 409,
      body: { status: { error: 'Wrong input: Vector dimension error: expected dim: 4, got 3' }, time: 0.001 },
      says: 'Wrong input: Vector dimension error: expected dim: 4, got 3',
    },
  ],
  weaviate: [
    key(401, { code: 401, message: 'unauthorized: invalid api key' }, 'unauthorized: invalid api key'),
    key(
      403,
      { error: [{ message: 'rbac: authorization, forbidden action: user ada has no permission' }] },
      'rbac: authorization, forbidden action',
    ),
    absent({}, ''),
    filling(
      200,
      [
        {
          result: {
            status: 'FAILED',
            errors: { error: [{ message: 'vector lengths do not match: 3 vs 4' }] },
          },
        },
      ],
      'refused a piece: vector lengths do not match: 3 vs 4',
    ),
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
    key(401, { code: 1800, message: "user hasn't authenticated" }, "user hasn't authenticated"),
    absent({ code: 100, message: "can't find collection[database=default][collection=tea]" }, '', 200),
    filling(
      200,
      { code: 1807, message: 'request is rejected by limiter' },
      'refused: request is rejected by limiter',
    ),
    {
      status: 200,
      body: { code: 1100, message: 'vector dimension mismatch, expected vector size(byte) 16, actual 12' },
      says: 'vector dimension mismatch, expected vector size(byte) 16, actual 12',
    },
  ],
  chroma: [
    key(403, { error: 'ChromaError', message: 'Permission denied.' }, 'Permission denied.'),
    absent({ error: 'NotFoundError', message: 'Tenant [tea] not found' }, 'Tenant [tea] not found'),
    filling(
      422,
      { error: 'ChromaError', message: "Quota exceeded: 'Number of records' exceeded quota limit" },
      "It says: Quota exceeded: 'Number of records' exceeded quota limit",
    ),
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
    key(
      401,
      ofIndex(401, 'security_exception', 'unable to authenticate with provided credentials'),
      'unable to authenticate with provided credentials',
    ),
    absent(ofIndex(404, 'index_not_found_exception', 'no such index [tea]'), 'no such index [tea]'),
    bulk(
      400,
      'document_parsing_exception',
      'The [dense_vector] field has a different number of dimensions [3]',
    ),
    bulk(429, 'es_rejected_execution_exception', 'rejected execution of coordinating operation'),
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
    key(401, 'Unauthorized', 'Unauthorized'),
    key(
      403,
      ofIndex(403, 'security_exception', 'no permissions for [indices:admin/get] and User [name=ada]'),
      'no permissions for [indices:admin/get]',
    ),
    absent(ofIndex(404, 'index_not_found_exception', 'no such index [tea]'), 'no such index [tea]'),
    bulk(400, 'mapper_parsing_exception', 'Vector dimension mismatch. Expected: 4, Given: 3'),
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
    key(
      401,
      { message: 'Invalid API key', hint: 'Double check your Supabase `anon` or `service_role` API key.' },
      'Invalid API key. Double check your Supabase `anon` or `service_role` API key.',
    ),
    absent(
      {
        code: 'PGRST205',
        details: null,
        hint: "Perhaps you meant the table 'public.document'",
        message: "Could not find the table 'public.documents' in the schema cache",
      },
      "Could not find the table 'public.documents' in the schema cache. Perhaps you meant the table 'public.document'",
    ),
    filling(
      400,
      { code: '22000', details: null, hint: null, message: 'expected 4 dimensions, not 3' },
      'It says: expected 4 dimensions, not 3',
    ),
    filling(
      403,
      { code: '42501', details: null, hint: null, message: 'new row violates row-level security policy' },
      'It says: new row violates row-level security policy',
    ),
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
    key(401, { error: 'Unauthorized: Invalid auth token', status: 401 }, 'Unauthorized: Invalid auth token'),
    filling(
      429,
      { error: 'Exceeded daily write limit: 10000', status: 429 },
      'It says: Exceeded daily write limit',
    ),
    {
      status: 422,
      body: { error: 'Invalid vector dimension: 3, expected: 4', status: 422 },
      says: 'Invalid vector dimension: 3, expected: 4',
    },
  ],
  Astra: [
    key(401, { errors: [{ message: 'UNAUTHENTICATED: Invalid token' }] }, 'UNAUTHENTICATED: Invalid token'),
    absent({ status: { collections: [] } }, '', 200),
    filling(
      200,
      {
        status: { insertedIds: [] },
        errors: [{ message: 'Rate limit reached', errorCode: 'SERVER_RATE_LIMITED', family: 'SERVER' }],
      },
      'refused: Rate limit reached',
    ),
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
    key(
      403,
      meili('invalid_api_key', 'auth', 'The provided API key is invalid.'),
      'The provided API key is invalid.',
    ),
    absent(meili('index_not_found', 'invalid_request', 'Index `tea` not found.'), 'Index `tea` not found.'),
    filling(
      429,
      meili('too_many_search_requests', 'system', 'Too many search requests running at the same time'),
      'It says: Too many search requests running at the same time',
    ),
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
    key(401, { messages: ['API key is invalid.'], request_id: '7' }, 'API key is invalid.'),
    {
      status: 404,
      body: { messages: ['Corpus not found: tea'], request_id: '7' },
      says: 'Corpus not found: tea',
    },
    filling(
      429,
      { messages: ['The plan quota for indexing is used up'], request_id: '7' },
      'It says: The plan quota for indexing is used up',
    ),
    {
      status: 400,
      body: { field_errors: {}, messages: ['The filter is invalid: unknown field doc.lot'], request_id: '7' },
      says: 'The filter is invalid: unknown field doc.lot',
    },
  ],
}
