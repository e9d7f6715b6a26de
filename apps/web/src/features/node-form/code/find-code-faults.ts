import type { syntaxTree } from '@codemirror/language'
import { SANDBOX_MODULES } from '@runnel/contract'
import type { KnownName } from './code-knowledge.ts'

type Tree = ReturnType<typeof syntaxTree>
type SyntaxNode = Tree['topNode']

/** Something wrong in code, from one place to another. */
export interface CodeFault {
  from: number
  to: number
  kind: 'syntax' | 'name' | 'member' | 'module'
  /** What is meant: `$town`, `$flow.town`, `lodash`. */
  name: string
}

interface Code {
  tree: Tree
  read(from: number, to: number): string
}

/**
 * What cannot be right in code of the sandbox: what is no JavaScript, `$names` that nobody gives, members that `$flow` does
 * not have, modules that cannot be required. All else is left to the run.
 */
export function findCodeFaults({ tree, read }: Code, known: readonly KnownName[]): CodeFault[] {
  const textOf = ({ from, to }: SyntaxNode) => read(from, to)
  const declared = new Set(known.map(({ name }) => name))
  const faults: CodeFault[] = []
  tree.iterate({
    enter: ({ node }) => {
      if (node.name === 'VariableDefinition') declared.add(textOf(node))
    },
  })
  tree.iterate({
    enter: ({ node }) => {
      const found = node.type.isError
        ? { kind: 'syntax' as const, name: textOf(node) }
        : findFault(node, { declared, known, textOf })
      if (found) faults.push({ from: node.from, to: node.to, ...found })
    },
  })
  return faults
}

interface Reading {
  declared: ReadonlySet<string>
  known: readonly KnownName[]
  textOf(node: SyntaxNode): string
}

function findFault(node: SyntaxNode, reading: Reading): Pick<CodeFault, 'kind' | 'name'> | undefined {
  const name = reading.textOf(node)
  switch (node.name) {
    case 'VariableName':
      return name.startsWith('$') && !reading.declared.has(name) ? { kind: 'name', name } : undefined
    case 'PropertyName':
      return findUnknownMember(node, reading)
    case 'String':
      return findUnknownModule(node, reading)
    default:
      return undefined
  }
}

/** Of `$flow.town`: what the object is known to have, if that is all that it has. */
function findUnknownMember(
  node: SyntaxNode,
  { known, textOf }: Reading,
): Pick<CodeFault, 'kind' | 'name'> | undefined {
  const holder = node.parent?.name === 'MemberExpression' ? node.parent.firstChild : null
  if (holder?.name !== 'VariableName') return undefined
  const object = known.find(({ name }) => name === textOf(holder))
  const name = textOf(node)
  if (!object?.members || object.isOpen || object.members.some((member) => member.name === name))
    return undefined
  return { kind: 'member', name: `${object.name}.${name}` }
}

function findUnknownModule(
  node: SyntaxNode,
  { textOf }: Reading,
): Pick<CodeFault, 'kind' | 'name'> | undefined {
  const call = node.parent?.name === 'ArgList' ? node.parent.parent : null
  const callee = call?.name === 'CallExpression' ? call.firstChild : null
  if (callee?.name !== 'VariableName' || textOf(callee) !== 'require') return undefined
  const name = textOf(node).slice(1, -1)
  const isThere = SANDBOX_MODULES.some((each) => each === name.replace(/^node:/, ''))
  return isThere ? undefined : { kind: 'module', name }
}
