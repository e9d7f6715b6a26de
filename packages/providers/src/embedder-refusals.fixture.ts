import type { VendorRefusal } from './testing/vendor-refusal.ts'

const REFUSED_KEY = 'refused the API key'
const GOOGLE_STATUS: Record<string, number> = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  UNAVAILABLE: 503,
}

const told = (status: number, message: string, body: object): VendorRefusal => ({
  status,
  body,
  says: status === 401 ? REFUSED_KEY : message,
})
const openAI = (status: number, message: string, of: { type?: string; code?: string } = {}) => {
  const { type = 'invalid_request_error', code = null } = of
  return told(status, message, { error: { message, type, param: null, code } })
}
const google = (name: string, message: string, details: object[] = []) => {
  const code = GOOGLE_STATUS[name] ?? 500
  return told(code, message, { error: { code, message, status: name, details } })
}
const ibm = (status: number, message: string, code: string) =>
  told(status, message, {
    errors: [{ code, message, more_info: 'https://cloud.ibm.com/apidocs/watsonx-ai#text-embeddings' }],
    trace: '0f9f152b-19d7-4165-bcc1-7ad75fa35e4e',
    status_code: status,
  })
const cloudflare = (status: number, code: number, message: string) =>
  told(status, message, { result: null, success: false, errors: [{ code, message }], messages: [] })
/** A problem as RFC 9457 has it. */
const problem = (status: number, title: string, detail: string) =>
  told(status, detail, { status, title, detail })
const under = (field: string, status: number, message: string) => told(status, message, { [field]: message })
/** A form of FastAPI: what it found wrong with the body. */
const unfit = (msg: string) => ({
  status: 422,
  body: { detail: [{ type: 'missing', loc: ['body', 'input'], msg, input: null }] },
  says: msg,
})

const OPENAI: VendorRefusal[] = [
  openAI(401, 'Incorrect API key provided: sk-abc***xyz.', { code: 'invalid_api_key' }),
  openAI(403, 'You are not allowed to generate embeddings from this model'),
  openAI(404, 'The model `text-embedding-4` does not exist or you do not have access to it.', {
    code: 'model_not_found',
  }),
  {
    ...openAI(
      429,
      'Rate limit reached for text-embedding-3-small on tokens per min (TPM): Limit 1000000. Please try again in 6s.',
      { type: 'tokens', code: 'rate_limit_exceeded' },
    ),
    headers: { 'retry-after': '6' },
    retryAfterMs: 6000,
  },
  openAI(429, 'Rate limit reached for requests', { type: 'requests', code: 'rate_limit_exceeded' }),
  openAI(500, 'The server had an error while processing your request. Sorry about that!', {
    type: 'server_error',
  }),
]

/** Of each embedder that calls a vendor. */
export const embedderRefusals: Record<string, VendorRefusal[]> = {
  openAIEmbeddings: OPENAI,
  openAIEmbeddingsCustom: OPENAI,
  mistralAIEmbeddings: [
    under('detail', 401, 'Unauthorized'),
    {
      status: 400,
      body: {
        object: 'error',
        message: 'Invalid model: mistral-embedded',
        type: 'invalid_model',
        param: null,
        code: '1500',
        raw_status_code: 400,
      },
      says: 'Invalid model: mistral-embedded',
    },
    {
      status: 422,
      body: {
        object: 'error',
        message: { detail: [{ type: 'missing', loc: ['body', 'input'], msg: 'Field required', input: {} }] },
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
      says: 'Field required',
    },
    {
      status: 429,
      body: {
        object: 'error',
        message: 'Rate limit exceeded',
        type: 'rate_limited',
        param: null,
        code: '1300',
      },
      says: 'Rate limit exceeded',
    },
    under('message', 429, 'Requests rate limit exceeded'),
  ],
  togetherAIEmbedding: [
    openAI(401, 'Invalid API key provided.', { code: 'invalid_api_key' }),
    openAI(404, 'Unable to access model BAAI/none.', { code: 'model_not_available' }),
    openAI(429, 'Request was rejected due to request rate limiting.', { code: 'rate_limit' }),
  ],
  localAIEmbeddings: [
    { status: 401, body: { error: { code: 401, message: 'Invalid key', type: '' } }, says: REFUSED_KEY },
    {
      status: 500,
      body: { error: { code: 500, message: 'could not load model: rpc error: code = Unknown', type: '' } },
      says: 'could not load model: rpc error: code = Unknown',
    },
  ],
  fireworksEmbeddings: [
    openAI(401, 'The API key you provided is invalid.', { code: 'UNAUTHORIZED' }),
    openAI(404, 'Model not found, inaccessible, and/or not deployed', { code: 'NOT_FOUND' }),
    openAI(429, 'Rate limit exceeded, please try again later', { type: 'rate_limit_exceeded' }),
  ],
  openRouterEmbeddings: [
    {
      status: 401,
      body: { error: { message: 'No auth credentials found', code: 401 } },
      says: REFUSED_KEY,
    },
    {
      status: 402,
      body: {
        error: { message: 'Insufficient credits. Add more using https://openrouter.ai/credits', code: 402 },
      },
      says: 'no credit left',
    },
    {
      status: 404,
      body: { error: { message: 'No endpoints found for baai/none', code: 404 } },
      says: 'No endpoints found for baai/none',
    },
    {
      status: 429,
      body: { error: { message: 'Provider returned error', code: 429 } },
      says: 'Provider returned error',
    },
  ],
  perplexityEmbeddings: [
    told(401, 'Invalid API key provided.', {
      error: { message: 'Invalid API key provided.', type: 'invalid_api_key', code: 401 },
    }),
    told(400, 'Invalid model', { error: { message: 'Invalid model', type: 'invalid_model', code: 400 } }),
    told(429, 'Request rate limit exceeded', {
      error: { message: 'Request rate limit exceeded', type: 'rate_limit', code: 429 },
    }),
  ],
  nebiusEmbeddings: [
    under('detail', 401, 'Could not validate credentials'),
    under('detail', 404, 'The model `BAAI/none` does not exist.'),
    unfit('Field required'),
    under('detail', 429, 'Rate limit exceeded'),
  ],
  cometEmbeddings: [
    openAI(401, 'invalid token', { type: 'comet_api_error' }),
    openAI(503, 'No available channel for model none under the current group', { type: 'comet_api_error' }),
    openAI(429, 'Too many requests', { type: 'comet_api_error' }),
  ],
  sambanovaEmbeddings: [
    { status: 401, body: { error: 'Invalid or missing API Key' }, says: REFUSED_KEY },
    openAI(404, 'Model not found', { code: 'model_not_found' }),
    openAI(429, 'Rate limit exceeded', { type: 'rate_limit_exceeded' }),
  ],
  lmStudioEmbeddings: [
    under('error', 400, "'input' field must be a string or an array of strings"),
    openAI(404, 'No models loaded. Please load a model in the developer page.', { code: 'model_not_found' }),
  ],
  cloudflareWorkersAIEmbeddings: [
    cloudflare(401, 10_000, 'Authentication error'),
    cloudflare(400, 5007, 'No such model @cf/baai/none or task'),
    cloudflare(429, 3036, 'You have used up your daily free allocation of 10,000 neurons'),
    cloudflare(500, 3043, 'AiError: Internal server error'),
  ],
  alibabaTongyiEmbeddings: [
    openAI(401, 'Incorrect API key provided.', { code: 'invalid_api_key' }),
    openAI(400, 'Value error, batch size is invalid, it should not be larger than 10.', {
      code: 'invalid_parameter_error',
    }),
    openAI(404, 'The model `text-embedding-v9` does not exist or you do not have access to it.', {
      code: 'model_not_found',
    }),
    openAI(429, 'You exceeded your current requests limit', {
      type: 'limit_requests',
      code: 'limit_requests',
    }),
  ],
  nvidiaNIMEmbeddings: [
    problem(401, 'Unauthorized', 'Authentication failed'),
    problem(404, 'Not Found', "Function '7': Not found for account 'x'"),
    {
      status: 400,
      body: {
        object: 'error',
        message: "The 'input_type' parameter is required for asymmetric models",
        detail: {},
        type: 'invalid_request_error',
      },
      says: "The 'input_type' parameter is required for asymmetric models",
    },
    problem(429, 'Too Many Requests', 'Too many requests of this account'),
  ],
  litellmEmbeddings: [
    openAI(401, 'Authentication Error, Invalid proxy server token passed.', {
      type: 'auth_error',
      code: '401',
    }),
    openAI(400, "litellm.UnsupportedParamsError: Setting {'dimensions': 8} is not supported", {
      type: 'None',
      code: '400',
    }),
    openAI(429, 'litellm.RateLimitError: No deployments available', { type: 'None', code: '429' }),
  ],
  azureOpenAIEmbeddings: [
    {
      status: 401,
      body: {
        error: {
          code: '401',
          message: 'Access denied due to invalid subscription key or wrong API endpoint.',
        },
      },
      says: REFUSED_KEY,
    },
    {
      status: 404,
      body: {
        error: {
          code: 'DeploymentNotFound',
          message: 'The API deployment for this resource does not exist.',
        },
      },
      says: 'The API deployment for this resource does not exist.'.slice(0, -1),
    },
    { status: 404, body: { statusCode: 404, message: 'Resource not found' }, says: 'Resource not found' },
    {
      status: 429,
      headers: { 'retry-after': '52', 'retry-after-ms': '51750' },
      body: {
        error: { code: '429', message: 'You have exceeded call rate limit. Please retry after 52 seconds.' },
      },
      says: 'You have exceeded call rate limit. Please retry after 52 seconds.',
      retryAfterMs: 51_750,
    },
  ],
  googleGenerativeAiEmbeddings: [
    google('INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
    ]),
    google(
      'PERMISSION_DENIED',
      'Generative Language API has not been used in project 7 before or it is disabled.',
    ),
    google('NOT_FOUND', 'models/gemini-embedding-9 is not found for API version v1beta.'),
    {
      ...google('RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan.', [
        { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'PerDay' }] },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' },
      ]),
      retryAfterMs: 34_500,
    },
    google('UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  ],
  googlevertexaiEmbeddings: [
    google('UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
    google('PERMISSION_DENIED', "Permission 'aiplatform.endpoints.predict' denied on resource."),
    google('NOT_FOUND', 'Publisher Model `text-embedding-9` was not found.'),
    google('RESOURCE_EXHAUSTED', 'Quota exceeded for online_prediction_requests_per_base_model.'),
  ],
  ollamaEmbedding: [
    under('error', 401, 'unauthorized'),
    under('error', 404, 'model "nomic-embed-text" not found, try pulling it first'),
    under('error', 400, 'the input length exceeds the context length'),
    under('error', 500, 'model requires more system memory (5.5 GiB) than is available'),
  ],
  cohereEmbeddings: [
    under('message', 401, 'invalid api token'),
    under('message', 400, 'invalid request: valid input_type must be provided with the provided model'),
    under('message', 404, "model 'embed-v9' not found, make sure the correct model ID was used"),
    under('message', 429, 'You are using a Trial key, which is limited to 100 API calls / minute'),
    under('message', 500, 'internal server error'),
  ],
  AWSBedrockEmbeddings: [
    under('message', 403, 'The security token included in the request is invalid'),
    under('Message', 403, 'User is not authorized to perform: bedrock:InvokeModel on resource'),
    under('message', 400, 'The provided model identifier is invalid'),
    under('message', 429, 'Too many requests, please wait before trying again'),
    under('message', 503, 'Bedrock is unable to process your request'),
  ],
  ibmEmbedding: [
    ibm(401, 'Failed to authenticate the request due to an expired token', 'authentication_token_expired'),
    ibm(
      400,
      "Model 'ibm/none' does not support function 'function_embedding'",
      'model_no_support_for_function',
    ),
    ibm(404, "Model 'ibm/none' is not supported", 'model_not_supported'),
    ibm(429, 'Consumption limit was reached', 'consumption_limit_reached'),
  ],
  voyageAIEmbeddings: [
    under('detail', 401, 'Provided API key is invalid.'),
    under('detail', 400, 'Model voyage-9 is not supported. Supported models are voyage-3.5'),
    under('detail', 429, 'You have not yet added your payment method and have reduced rate limits of 3 RPM'),
    under('detail', 500, 'Something went wrong on our end'),
  ],
  jinaEmbeddings: [
    under('detail', 401, 'Unauthorized'),
    under('detail', 402, 'Insufficient account balance'),
    unfit('Field required'),
    under('detail', 429, 'Rate limit exceeded'),
  ],
  baiduQianfanEmbeddings: [
    {
      status: 401,
      body: {
        error: {
          code: 'invalid_iam_token',
          message: 'IAM Certification failed',
          type: 'authentication_error',
        },
        id: 'as-1',
      },
      says: REFUSED_KEY,
    },
    openAI(404, 'The model does not exist or you do not have access to it', { code: 'invalid_model' }),
    openAI(429, 'Rate limit reached for RPM', { type: 'rate_limit_error', code: 'rpm_rate_limit_exceeded' }),
  ],
  huggingFaceInferenceEmbeddings: [
    under('error', 401, 'Invalid username or password.'),
    under('error', 404, 'Model BAAI/none does not exist'),
    { status: 422, body: { error: ['Error in `inputs`: field required'] }, says: 'field required' },
    under('error', 402, 'You have exceeded your monthly included credits for Inference Providers'),
    under('error', 503, 'Model BAAI/bge-base-en-v1.5 is currently loading'),
    under('error', 429, 'Too Many Requests'),
  ],
}
