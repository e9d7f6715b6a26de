import { SANDBOX_FLOW, SANDBOX_GLOBALS } from '@runnel/contract'

/** A name that code may use, with its type in words of TypeScript. */
export interface KnownName {
  name: string
  type: string
  /** What stands behind a dot. */
  members?: readonly KnownName[]
  /** Other members may be there too. */
  isOpen?: boolean
}

/** What is known of the place where code runs. */
export interface CodeSurroundings {
  /** What the code reads as `$name`. */
  inputs: readonly { name: string; type: string }[]
  /** Names of the workspace's variables, as far as they are known. */
  variables?: readonly string[]
  /** Keys of the flow's state. */
  state?: readonly string[]
}

const named = (types: Readonly<Record<string, string>>): KnownName[] =>
  Object.entries(types).map(([name, type]) => ({ name, type }))

const keysOf = (names: readonly string[], type: string): KnownName[] => names.map((name) => ({ name, type }))

/** The names that code in the sandbox may use beside the language itself. */
export function namesInSandbox({ inputs, variables = [], state = [] }: CodeSurroundings): KnownName[] {
  const flow = named(SANDBOX_FLOW).map((known) =>
    known.name === 'state' ? { ...known, members: keysOf(state, 'unknown'), isOpen: true } : known,
  )
  const own = new Set(inputs.map(({ name }) => name))
  const usual: KnownName[] = [
    { name: '$input', type: 'string' },
    { name: '$vars', type: 'Record<string, string>', members: keysOf(variables, 'string'), isOpen: true },
    { name: '$flow', type: 'object', members: flow },
  ]
  return [
    ...inputs.map(({ name, type }) => ({ name: `$${name}`, type })),
    ...usual.filter(({ name }) => !own.has(name.slice(1))),
    ...named(SANDBOX_GLOBALS),
  ]
}
