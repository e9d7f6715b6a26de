import { isJsonObject, type JsonValue } from '@runnel/contract'
import { readText, type Toolset } from '@runnel/node-kit'
import { cutText } from '../cut-text.ts'
import { readArgument } from '../read-argument.ts'
import { toToolName } from '../tool-name.ts'
import { DEFAULT_DESCRIPTION } from './default-description.ts'

/** A model waits for it, and a person for the model. */
const LONGEST_MS = 30_000

/**
 * The model's code inside a function of its own, its lines kept. It stands on the second line, so that faults name a line
 * that is one too high.
 */
const wrap = (code: string) =>
  `const $lines = []; const $tell = (...parts) => { if ($lines.length < 5000) $lines.push(parts.map((part) => typeof part === 'string' ? part : JSON.stringify(part) ?? String(part)).join(' ')) }; const console = { log: $tell, info: $tell, warn: $tell, error: $tell, debug: $tell }; const $value = await (async () => {
${code}
})(); return { lines: $lines, value: $value ?? null }`

/** One tool: it runs what a model writes, and gives what it prints and returns. */
export const codeInterpreterToolset: Toolset = {
  list: ({ values }) => [
    {
      name: toToolName(readText(values, 'toolName'), 'code_interpreter'),
      description: describe(readText(values, 'toolDesc')),
      inputSchema: {
        type: 'object',
        properties: { input: { type: 'string', description: 'The JavaScript to run' } },
        required: ['input'],
        additionalProperties: false,
      },
      effects: 'none',
    },
  ],
  async call(_component, { input }, call) {
    const code = withoutFence(readArgument(input, 'input'))
    const returned = await call.code(wrap(code), {}, { offline: true, timeoutMs: LONGEST_MS })
    return { content: cutText(tell(returned)) }
  },
}

/** A model that is told of Python would write Python. */
function describe(own: string): string {
  return own.trim() === '' || /python/i.test(own) ? DEFAULT_DESCRIPTION : own
}

/** Models like to put code into a fence of Markdown. */
function withoutFence(code: string): string {
  if (!code.startsWith('```') || !code.endsWith('```')) return code
  return code.slice(code.indexOf('\n') + 1, -3)
}

function tell(returned: JsonValue): string {
  const { lines = [], value = null } = isJsonObject(returned) ? returned : {}
  const printed = Array.isArray(lines) ? lines.map(String).join('\n') : ''
  const given = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  const told = [printed, given].filter((text) => text !== '').join('\n')
  return told || '[The code ran, printed nothing and returned nothing.]'
}
