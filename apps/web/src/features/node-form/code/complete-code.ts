import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { SANDBOX_MODULES } from '@runnel/contract'
import type { KnownName } from './code-knowledge.ts'

const MODULE = /require\(\s*['"]([\w:/-]*)$/
const PATH = /(?<![\w$.])[$\w]+(?:\.[\w$]*)*$/

/** What may stand at this place of the code: names of the sandbox, members behind a dot, modules in `require('…')`. */
export function completeCode(
  { state, pos, explicit }: Pick<CompletionContext, 'state' | 'pos' | 'explicit'>,
  known: readonly KnownName[],
): CompletionResult | null {
  const line = state.doc.lineAt(pos)
  const before = line.text.slice(0, pos - line.from)
  const module = MODULE.exec(before)
  if (module) {
    const options = SANDBOX_MODULES.map((label) => ({ label, type: 'namespace' }))
    return { from: pos - (module[1] ?? '').length, options, validFor: /^[\w:/-]*$/ }
  }
  const path = PATH.exec(before)?.[0] ?? ''
  if (path === '' && !explicit) return null
  const [last = '', ...holders] = path.split('.').reverse()
  const options = findMembers(known, holders.reverse()).map(toCompletion)
  return options.length === 0 ? null : { from: pos - last.length, options, validFor: /^[\w$]*$/ }
}

function findMembers(known: readonly KnownName[], holders: readonly string[]): readonly KnownName[] {
  return holders.reduce<readonly KnownName[]>(
    (names, holder) => names.find(({ name }) => name === holder)?.members ?? [],
    known,
  )
}

const toCompletion = ({ name, type }: KnownName): Completion => ({
  label: name,
  detail: type,
  type: type.startsWith('(') ? 'function' : 'variable',
})
