import type { VendorRefusal } from './testing/vendor-refusal.ts'

const REFUSED_KEY = 'refused the API key'
const under = (field: string, status: number, message: string): VendorRefusal => ({
  status,
  body: { [field]: message },
  says: status === 401 ? REFUSED_KEY : message,
})

/** What each reranker of the catalogue refuses, as it says it. */
export const rerankerRefusals: Record<string, VendorRefusal[]> = {
  cohereRerankRetriever: [
    under('message', 401, 'invalid api token'),
    under('message', 404, "model 'rerank-v9' not found, make sure the correct model ID was used"),
    under('message', 400, 'invalid request: top_n must be at least 1'),
    {
      ...under('message', 429, 'You are using a Trial key, which is limited to 10 API calls / minute'),
      headers: { 'retry-after': '30' },
      retryAfterMs: 30_000,
    },
    under('message', 500, 'internal server error'),
  ],
  AzureRerankRetriever: [
    {
      status: 401,
      body: { error: { code: '401', message: 'Access denied due to invalid subscription key.' } },
      says: REFUSED_KEY,
    },
    {
      status: 404,
      body: { error: { code: 'DeploymentNotFound', message: 'The API deployment does not exist' } },
      says: 'The API deployment does not exist',
    },
    { status: 404, body: { statusCode: 404, message: 'Resource not found' }, says: 'Resource not found' },
    {
      status: 429,
      headers: { 'retry-after': '7' },
      body: { error: { code: 'RateLimitReached', message: 'Rate limit of 1 per 60s exceeded' } },
      says: 'Rate limit of 1 per 60s exceeded',
      retryAfterMs: 7000,
    },
  ],
  JinaRerankRetriever: [
    under('detail', 401, 'Unauthorized'),
    under('detail', 402, 'Insufficient account balance'),
    {
      status: 422,
      body: { detail: [{ type: 'missing', loc: ['body', 'documents'], msg: 'Field required', input: null }] },
      says: 'Field required',
    },
    under('detail', 429, 'Rate limit exceeded'),
    under('detail', 500, 'Internal Server Error'),
  ],
  voyageAIRerankRetriever: [
    under('detail', 401, 'Provided API key is invalid.'),
    under('detail', 400, 'Model rerank-9 is not supported. Supported models are rerank-2'),
    under('detail', 429, 'You have not yet added your payment method and have reduced rate limits of 3 RPM'),
    under('detail', 503, 'The service is overloaded'),
  ],
}
