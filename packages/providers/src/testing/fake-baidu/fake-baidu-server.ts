import { createHmac } from 'node:crypto'
import type { FakeVendor } from '../chat-model-case.ts'
import { defaultFakeAnswer } from '../default-fake-answer.ts'
import { embedText } from '../embed-text.ts'
import type { FakeChatBody, FakeRefusal } from '../fake-openai-reply.ts'
import { vectorData } from '../fake-vectors.ts'
import { type FakeCall, sendJson, startFakeVendor } from '../start-fake-vendor.ts'
import { writeStreamedAnswer, writeWholeAnswer } from '../write-fake-answer.ts'

/** Whose calls a fake lets in. */
export interface BaiduAccount {
  accessKey: string
  secret: string
  /** What it gives for the keys. */
  token: string
}

interface BaiduBody extends FakeChatBody {
  input?: string[]
}

const TOKEN_PATH = '/v1/BCE-BEARER/token'
const DIMENSIONS = 384
const MOST_TEXTS = 16
const HOUR_MS = 3_600_000
const AUTHORIZATION = /^(bce-auth-v1\/([^/]+)\/([^/]+)\/(\d+))\/host\/([0-9a-f]{64})$/

/** Starts a fake Qianfan with Baidu Cloud's exchange of keys beside it. */
export function startFakeBaidu(account: BaiduAccount): Promise<FakeVendor> {
  return startFakeVendor<BaiduBody>({
    refuse: (call) => (call.path === TOKEN_PATH ? refuseKeys(call, account) : refuseCall(call, account)),
    describeRefusal: ({ message, code = 'fault' }) => ({ error: { code, message, type: 'fault' } }),
    answerAside: ({ path }) =>
      path === TOKEN_PATH
        ? {
            userId: 'fake-user',
            token: account.token,
            status: 'enable',
            expireTime: new Date(Date.now() + HOUR_MS).toISOString(),
          }
        : undefined,
    write: (response, answer, { path, body }) => {
      if (path === '/v2/embeddings') {
        return sendJson(response, vectorData((body.input ?? []).map((text) => embedText(text, DIMENSIONS))))
      }
      const said = answer ?? defaultFakeAnswer(body)
      return body.stream
        ? writeStreamedAnswer(response, said, { body })
        : writeWholeAnswer(response, said, { body })
    },
  })
}

/** Computes the signature anew, as Baidu Cloud does. */
function refuseKeys(
  { method, headers }: FakeCall<BaiduBody>,
  account: BaiduAccount,
): FakeRefusal | undefined {
  const [, prefix = '', key, time = '', seconds, signature] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (method !== 'GET' || key !== account.accessKey) {
    return { status: 403, message: 'The access key does not exist.' }
  }
  const age = Date.now() - Date.parse(time)
  if (!(Math.abs(age) < Number(seconds) * 1000)) return { status: 403, message: 'The request has expired.' }
  // Tests lead calls here: the caller meant this host.
  const canonical = `GET\n${TOKEN_PATH}\n\nhost:iam.bj.baidubce.com`
  if (hmac(hmac(account.secret, prefix), canonical) === signature) return undefined
  return { status: 403, message: 'The signature does not match.' }
}

function refuseCall({ path, headers, body }: FakeCall<BaiduBody>, { token }: BaiduAccount) {
  if (!['/v2/chat/completions', '/v2/embeddings'].includes(path)) {
    return { status: 404, message: `Not found: ${path}` }
  }
  if (headers.authorization !== `Bearer ${token}`) {
    return { status: 401, message: 'Token verification failed', code: 'invalid_iam_token' }
  }
  if (!body.model) return { status: 400, message: 'model is required' }
  const { input = [] } = body
  const isFit = input.length <= MOST_TEXTS && input.every((text) => text !== '')
  return isFit ? undefined : { status: 400, message: 'the length of input is invalid' }
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}
