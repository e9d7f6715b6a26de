import type { AnonymousRequest } from './anonymous-request.ts'

const BOUNDARY = 'part-of-a-form'
/** Just below what a prediction takes. */
const LARGE = 49 * 1024 * 1024
/** Characters that a field of JSON may have, and values that all of them may hold together. */
const MOST_JSON_FIELD = 199_900
const MOST_VALUES = 9_900
const JSON_FIELDS = ['form', 'history', 'uploads', 'action', 'humanInput', 'overrideConfig', 'vars']

const fill = (part: string, length: number) => part.repeat(Math.floor(length / part.length))
const field = (name: string, text: string, head = '') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${text}\r\n`
const file = (name: string, text: string) => field('files', text, `; filename="${name}"`)
const jsonFields = (text: string) => JSON_FIELDS.map((name) => field(name, text)).join('')
const list = (part: string, length: number) => `[${fill(`${part},`, length)}${part}]`
const few = Math.floor(MOST_VALUES / JSON_FIELDS.length)

/** Parts of a form by what is nasty about them. */
const SHAPES: Readonly<Record<string, () => string>> = {
  'fields of JSON with too many values': () => jsonFields(list('[]', MOST_JSON_FIELD - 10)),
  'fields of JSON with as many values as are taken': () =>
    jsonFields(`[${fill('{},', 3 * few)}{}]`) + field('question', 'x'),
  'fields of JSON with names': () =>
    jsonFields(`{${Array.from({ length: few }, (_, n) => `"k${n}":1`).join(',')}}`),
  'fields of JSON with a long text': () => jsonFields(`{"a":"${fill('\\n', MOST_JSON_FIELD - 20)}"}`),
  'fields of lines, then no JSON': () => jsonFields(`${fill('\n', MOST_JSON_FIELD)}x`),
  'the longest question': () => field('question', fill('ü', 200_000)),
  'a field that is too long': () => field('question', fill('x', LARGE)),
  'many fields': () => Array.from({ length: 50_000 }, (_, n) => field(`f${n}`, 'x')).join(''),
  'many files': () => Array.from({ length: 50_000 }, (_, n) => file(`${n}.txt`, 'x')).join(''),
  'one file': () => file('a.txt', fill('x', LARGE)),
  'a file of beginnings of its end': () => file('a.txt', fill(`\r\n--${BOUNDARY.slice(0, -1)}`, LARGE)),
  'no parts': () => fill('nonsense\r\n', LARGE),
}

/** Forms of a stranger to a flow. */
export function formRequests(path: string): AnonymousRequest[] {
  return Object.entries(SHAPES).map(([name, make]) => ({
    name: `a form: ${name}`,
    method: 'POST',
    path,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: () => `${make()}--${BOUNDARY}--\r\n`,
  }))
}
