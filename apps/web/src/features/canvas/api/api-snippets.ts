import type { JsonObject } from '@runnel/contract'
import {
  javascriptLiteral,
  KEY_PLACE,
  pythonLiteral,
  quoteForShell,
  type SampleLanguage,
} from '../../api-samples/literals.ts'

/** What a snippet calls: the whole address of the prediction, a body, and whether the answer is streamed. */
export interface SnippetCall {
  address: string
  body: JsonObject
  streamed: boolean
  /** The flow asks for a key. */
  needsKey: boolean
}

/** A call of a flow as a program to copy. */
export function makeSnippet(language: SampleLanguage, call: SnippetCall): string {
  const body = call.streamed ? { ...call.body, streaming: true } : call.body
  switch (language) {
    case 'curl':
      return curl({ ...call, body })
    case 'javascript':
      return javascript({ ...call, body })
    case 'python':
      return python({ ...call, body })
    default:
      return language satisfies never
  }
}

function curl({ address, body, streamed, needsKey }: SnippetCall): string {
  return [
    `curl${streamed ? ' -N' : ''} -X POST ${quoteForShell(address)} \\`,
    ...(needsKey ? [`  -H 'Authorization: Bearer ${KEY_PLACE}' \\`] : []),
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoteForShell(JSON.stringify(body))}`,
  ].join('\n')
}

function javascript({ address, body, streamed, needsKey }: SnippetCall): string {
  const call = [
    `const response = await fetch(${JSON.stringify(address)}, {`,
    `  method: 'POST',`,
    '  headers: {',
    ...(needsKey ? [`    Authorization: 'Bearer ${KEY_PLACE}',`] : []),
    `    'Content-Type': 'application/json',`,
    '  },',
    `  body: JSON.stringify(${javascriptLiteral(body, '  ')}),`,
    '})',
    'if (!response.ok) throw new Error(await response.text())',
  ]
  return [...call, ...(streamed ? STREAM_IN_JAVASCRIPT : [`console.log((await response.json()).text)`])].join(
    '\n',
  )
}

const STREAM_IN_JAVASCRIPT = [
  "let rest = ''",
  'for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {',
  String.raw`  const frames = (rest + chunk).split('\n\n')`,
  "  rest = frames.pop() ?? ''",
  '  for (const frame of frames) {',
  "    const { event, data } = JSON.parse(frame.slice(frame.indexOf('data:') + 5))",
  "    if (event === 'token') console.log(data)",
  '  }',
  '}',
]

function python({ address, body, streamed, needsKey }: SnippetCall): string {
  const head = needsKey ? [`headers = {"Authorization": "Bearer ${KEY_PLACE}"}`] : []
  const parts = [
    JSON.stringify(address),
    `json=${pythonLiteral(body)}`,
    ...(needsKey ? ['headers=headers'] : []),
    ...(streamed ? ['stream=True'] : []),
  ]
  const call = [
    'import json',
    'import requests',
    '',
    ...head,
    `response = requests.post(${parts.join(', ')})`,
  ]
  return [...call, 'response.raise_for_status()', ...(streamed ? STREAM_IN_PYTHON : READ_IN_PYTHON)]
    .filter((line) => streamed || line !== 'import json')
    .join('\n')
}

const READ_IN_PYTHON = ['print(response.json()["text"])']
/** Lines stay bytes: `requests` takes a stream of text without a charset for Latin-1. */
const STREAM_IN_PYTHON = [
  'for line in response.iter_lines():',
  '    if line.startswith(b"data:"):',
  '        frame = json.loads(line[5:])',
  '        if frame["event"] == "token":',
  '            print(frame["data"], end="", flush=True)',
]
