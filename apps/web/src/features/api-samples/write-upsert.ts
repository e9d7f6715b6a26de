import type { JsonObject } from '@runnel/contract'
import {
  javascriptLiteral,
  KEY_PLACE,
  pythonLiteral,
  quoteForShell,
  type SampleLanguage,
} from './literals.ts'

/** A call that takes documents into a store. */
export interface UpsertSample {
  address: string
  /** Fields of the body; in a form objects are JSON text. */
  fields: JsonObject
  /** Files are sent along, in a form. */
  hasFiles: boolean
  /** Stands where the caller names a file. */
  fileName?: string
}

const EXAMPLE = 'document.pdf'

/** The call as a program to copy. */
export function writeUpsert(language: SampleLanguage, sample: UpsertSample): string {
  switch (language) {
    case 'curl':
      return curl(sample)
    case 'javascript':
      return javascript(sample)
    case 'python':
      return python(sample)
    default:
      return language satisfies never
  }
}

const formFields = (fields: JsonObject): [string, string][] =>
  Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])

function curl({ address, fields, hasFiles, fileName = EXAMPLE }: UpsertSample): string {
  const head = [`curl -X POST ${quoteForShell(address)}`, `  -H 'Authorization: Bearer ${KEY_PLACE}'`]
  const body = hasFiles
    ? [
        `  -F ${quoteForShell(`files=@${fileName}`)}`,
        ...formFields(fields).map(([name, value]) => `  -F ${quoteForShell(`${name}=${value}`)}`),
      ]
    : ["  -H 'Content-Type: application/json'", `  -d ${quoteForShell(JSON.stringify(fields))}`]
  return [...head, ...body].join(' \\\n')
}

function javascript({ address, fields, hasFiles }: UpsertSample): string {
  const form = [
    'const form = new FormData()',
    "form.append('files', input.files[0])",
    ...formFields(fields).map(
      ([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
    ),
  ]
  const call = [
    `const response = await fetch(${JSON.stringify(address)}, {`,
    "  method: 'POST',",
    '  headers: {',
    `    Authorization: 'Bearer ${KEY_PLACE}',`,
    ...(hasFiles ? [] : ["    'Content-Type': 'application/json',"]),
    '  },',
    hasFiles ? '  body: form,' : `  body: JSON.stringify(${javascriptLiteral(fields, '  ')}),`,
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    'console.log(await response.json())',
  ]
  return [...(hasFiles ? form : []), ...call].join('\n')
}

function python({ address, fields, hasFiles, fileName = EXAMPLE }: UpsertSample): string {
  const call = hasFiles
    ? `response = requests.post(${JSON.stringify(address)}, data=form, files=files, headers=headers)`
    : `response = requests.post(${JSON.stringify(address)}, json=${pythonLiteral(fields)}, headers=headers)`
  return [
    'import requests',
    '',
    `headers = {"Authorization": "Bearer ${KEY_PLACE}"}`,
    ...(hasFiles
      ? [
          `form = ${pythonLiteral(Object.fromEntries(formFields(fields)))}`,
          `files = [("files", open(${JSON.stringify(fileName)}, "rb"))]`,
        ]
      : []),
    call,
    'response.raise_for_status()',
    'print(response.json())',
  ].join('\n')
}
