import { API_PREFIX } from '@runnel/contract'
import type { AnonymousRequest } from './anonymous-request.ts'
import { formRequests } from './form-requests.ts'
import { signOnRequests } from './sign-on-requests.ts'

const JSON_HEADERS = { 'content-type': 'application/json' }
/** Just below what a prediction takes, and what other routes take. */
const LARGE = 49 * 1024 * 1024
const SMALL = 1_000 * 1_024
const MESSAGES = 2_000

const fill = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length))
const list = (part: string, bytes: number) => `[${fill(`${part},`, bytes)}${part}]`
const names = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')

/** Texts of a JSON body of about so many bytes, by what is nasty about them. */
const SHAPES: Readonly<Record<string, (bytes: number) => string>> = {
  'one long text': (bytes) => `{"question":"${fill('x', bytes)}"}`,
  'a text of escapes': (bytes) => `{"question":"${fill('\\u0061', bytes)}"}`,
  'a text of quotes': (bytes) => `{"question":"${fill('\\"', bytes)}"}`,
  'a text of braces': (bytes) => `{"question":"${fill('{{', bytes)}"}`,
  'a list of zeros': (bytes) => `{"question":"x","form":{"a":${list('0', bytes)}}}`,
  'a list of empty lists': (bytes) => `{"question":"x","form":{"a":${list('[]', bytes)}}}`,
  'a list of empty objects': (bytes) => `{"question":"x","form":{"a":${list('{}', bytes)}}}`,
  'overrides of empty objects': (bytes) =>
    `{"question":"x","overrideConfig":{"vars":{"a":${list('{}', bytes)}}}}`,
  'many names': (bytes) => `{"question":"x","form":{${names(Math.floor(bytes / 12))}}}`,
  'many unknown fields': (bytes) => `{"question":"x",${names(Math.floor(bytes / 12))}}`,
  'a name given twice at the end': (bytes) =>
    `{"question":"x","form":{${names(Math.floor(bytes / 12))},"k0":1}}`,
  'objects with one name': (bytes) => `{"question":"x","form":{"a":${list('{"a":1,"b":2}', bytes)}}}`,
  'names of prototypes': (bytes) => `{"question":"x","form":{"a":${list('{"constructo\\u0072":1}', bytes)}}}`,
  'escapes that name no prototype': (bytes) =>
    `{"question":"x","form":{"a":${list('{"\\u0061":1}', bytes)}}}`,
  'nested to the limit, often': (bytes) =>
    `{"question":"x","form":{"a":${list(`${'['.repeat(150)}${']'.repeat(150)}`, bytes)}}}`,
  'nested without end': (bytes) => fill('[', bytes),
  'nested objects without end': (bytes) => fill('{"a":', bytes),
  'one long number': (bytes) => `{"question":"x","form":{"a":${fill('1', bytes)}}}`,
  'many long numbers': (bytes) => `{"question":"x","form":{"a":${list('1e308', bytes)}}}`,
  'blanks, then nothing': (bytes) => fill(' ', bytes),
  'lines, then no JSON': (bytes) => `${fill('\n', bytes)}x`,
  'no JSON at its last byte': (bytes) => `{"question":"${fill('x', bytes)}"`,
  'a history of long messages': (bytes) =>
    `{"question":"x","history":${JSON.stringify(
      Array.from({ length: MESSAGES }, () => ({
        role: 'userMessage',
        content: fill('x', Math.floor(bytes / MESSAGES) - 40),
      })),
    )}}`,
  'a hundred uploads': (bytes) =>
    `{"question":"x","uploads":${JSON.stringify(
      Array.from({ length: 100 }, (_, n) => ({
        type: 'file',
        name: `${n}.png`,
        mime: 'image/png',
        data: `data:image/png;base64,${fill('A', Math.floor(bytes / 100) - 100)}`,
      })),
    )}}`,
}

/** Just below what is taken of a stranger's JSON: its values, its bytes, and those of its long texts. */
const VALUES = 9_900
const MOST_PLAIN = 1_000 * 1_024
const MOST_ASKED = 1024 * 1024 - 100
const MOST_TEXT = 8 * 1024 * 1024 - 100
const MOST_ESCAPED = 3 * 1024 * 1024 - 100
const PLAIN_EACH = Math.floor(MOST_PLAIN / VALUES)

/** Texts that are read to their end, as nothing about them is too much. */
const WITHIN_LIMITS: Readonly<Record<string, () => string>> = {
  'as many empty objects as are taken': () =>
    `{"question":"x","overrideConfig":{"a":[${fill('{},', VALUES * 1.4)}{}]}}`,
  'as many names as are taken': () => `{"question":"x","overrideConfig":{${names(VALUES)}}}`,
  'as many unknown fields as are taken': () => `{"question":"x",${names(VALUES)}}`,
  'as many fields of a form as are taken': () => `{"form":{${names(VALUES)}}}`,
  'as many long names as are taken': () =>
    `{"form":{${Array.from({ length: VALUES }, (_, n) => `"${n}${fill('y', PLAIN_EACH - 16)}":1`).join(',')}}}`,
  'as many names as are taken, one twice': () => `{"form":{${names(VALUES)},"k0":1}}`,
  'as many names as are taken, all written with escapes': () =>
    `{"form":{${Array.from({ length: VALUES }, (_, n) => `"\\u006b${n}":1`).join(',')}}}`,
  'as many short texts as are taken': () =>
    `{"form":{"a":[${fill(`"${fill('\\n', PLAIN_EACH - 8)}",`, MOST_PLAIN - 100)}0]}}`,
  'as many long texts as are taken': () => `{"form":{"a":[${fill(`"${fill('x', 5_000)}",`, MOST_ASKED)}0]}}`,
  'as many long texts with escapes as are taken': () =>
    `{"form":{"a":[${fill(`"${fill('\\n', 5_000)}",`, MOST_ASKED)}0]}}`,
  'the longest text of a form': () => `{"form":{"a":"${fill('x', MOST_ASKED)}"}}`,
  'the longest text of other letters': () => `{"form":{"a":"${fill('ü', MOST_ASKED / 2)}"}}`,
  'the longest text of escapes': () => `{"form":{"a":"${fill('\\u0001', MOST_ASKED)}"}}`,
  'the longest texts that are too many': () =>
    `{"form":{"a":[${fill(`"${fill('x', MOST_TEXT)}",`, LARGE)}0]}}`,
  'the longest files that are taken': () => withFiles(fill('A', MOST_TEXT - 100)),
  'the longest files of other letters': () => withFiles(fill('ü', MOST_TEXT / 2 - 100)),
  'the longest files of escapes': () => withFiles(fill('\\u0041', MOST_ESCAPED - 100)),
}

function withFiles(data: string): string {
  const file = `{"type":"file","name":"a.png","mime":"image/png","data":"data:image/png;base64,${data}"}`
  return `{"question":"x","uploads":[${Array.from({ length: 6 }, () => file).join(',')}]}`
}

/** The longest question that is taken, which then runs through a flow. */
const MOST_QUESTION = 200_000
const counted = (part: string, bytes: number) =>
  Array.from({ length: Math.floor(bytes / (part.length + 5)) }, (_, n) => `${part}${n}`).join('')
const VALID_QUESTIONS: Readonly<Record<string, string>> = {
  'a question of the most letters': fill('x', MOST_QUESTION),
  'a question of the most quotes': fill('"', MOST_QUESTION),
  'a question of braces': fill('{{', MOST_QUESTION),
  'a question of variables': fill('{{question}}', MOST_QUESTION),
  'a question of tags': fill('<p>', MOST_QUESTION),
  'a question of words': fill('word ', MOST_QUESTION),
  'a question of different words': counted(' w', MOST_QUESTION),
  'a question of sentences': `${fill('a.\n', MOST_QUESTION / 2)}\n\n${counted(' w', MOST_QUESTION / 2)}`,
  'a question beyond what is taken': fill('word ', MOST_ASKED - 100),
}

/** What a stranger needs to know of a server. */
export interface OpenPlaces {
  /** A flow that answers with what was asked. */
  flowId: string
  /** The flow on the Demo model that every installation gets. */
  demoFlowId: string
  /** An organisation with login methods whose settings a stranger chose. */
  organizationId: string
}

/** Makes a request for a server with these. */
export type RequestMaker = (places: OpenPlaces) => AnonymousRequest

/** Everything that is tried. */
export function anonymousRequests(): RequestMaker[] {
  return requestsTo({ flowId: '', demoFlowId: '', organizationId: '' }).map((_, index) => (places) => {
    const request = requestsTo(places)[index]
    if (request === undefined) throw new Error(`There is no request ${index}.`)
    return request
  })
}

function requestsTo({ flowId, demoFlowId, organizationId }: OpenPlaces): AnonymousRequest[] {
  const predict = `${API_PREFIX}/prediction/${flowId}`
  const post = (name: string, path: string, body: () => string): AnonymousRequest => ({
    name,
    method: 'POST',
    path,
    headers: JSON_HEADERS,
    body,
  })
  const large = Object.entries(SHAPES).map(([name, make]) => post(name, predict, () => make(LARGE)))
  const small = Object.entries(SHAPES).map(([name, make]) =>
    post(`sign-in with ${name}`, `${API_PREFIX}/auth/login`, () => make(SMALL)),
  )
  const within = Object.entries(WITHIN_LIMITS).map(([name, make]) => post(name, predict, make))
  const valid = Object.entries(VALID_QUESTIONS).map(([name, question]) =>
    post(name, predict, () => JSON.stringify({ question })),
  )
  const demo = Object.entries(VALID_QUESTIONS).map(([name, question]) =>
    post(`${name} to the Demo model`, `${API_PREFIX}/prediction/${demoFlowId}`, () =>
      JSON.stringify({ question }),
    ),
  )
  const docs = ['/api/docs', '/api/docs/openapi.json'].map(
    (path): AnonymousRequest => ({ name: `the first ${path}`, method: 'GET', path }),
  )
  const signOns = signOnRequests(organizationId)
  const forms = formRequests(predict)
  return [
    ...docs,
    ...large,
    ...small,
    ...within,
    ...valid,
    ...demo,
    ...signOns,
    ...headOnly(predict),
    ...forms,
  ]
}

/** Requests whose head is the attack; Node takes 16 kB of it. */
function headOnly(predict: string): AnonymousRequest[] {
  const most = 15_000
  return [
    { name: 'a long query', method: 'GET', path: `${API_PREFIX}/ping?${fill('a=1&', most)}` },
    { name: 'a long path', method: 'GET', path: `${API_PREFIX}/${fill('a/', most)}` },
    { name: 'a path of escapes', method: 'GET', path: `/${fill('%2e%2e%2f', most)}` },
    {
      name: 'many cookies',
      method: 'GET',
      path: `${API_PREFIX}/auth/session`,
      headers: { cookie: fill('a=b; ', most) },
    },
    {
      name: 'a long key',
      method: 'POST',
      path: predict,
      headers: { authorization: `Bearer ${fill('x', most)}` },
    },
    { name: 'many ranges', method: 'GET', path: '/', headers: { range: `bytes=${fill('0-1,', most)}0-1` } },
    {
      name: 'many codings',
      method: 'GET',
      path: '/',
      headers: { 'accept-encoding': fill('gzip;q=0.1,', most) },
    },
    { name: 'many tags', method: 'GET', path: '/', headers: { 'if-none-match': fill('"a",', most) } },
  ]
}
