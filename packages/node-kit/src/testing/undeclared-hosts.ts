import { type InputDefinition, isParam, type NodeDefinition } from '@runnel/contract'

/** Words in the name or label of a param that can name a host. */
const NAMES_A_HOST = /url|host|endpoint|base\s?path|proxy|server|domain|address|instance/i

/** Words of a param that can say by which port a host is reached, or whether that is encrypted. */
const NAMES_A_WAY = /\bport\b|ssl|tls|secure|encrypt|scheme|protocol/i

/** Params whose value is one text that their author wrote. */
const TEXTS = ['string', 'password', 'url', 'asyncOptions']

/** Params in which anything may stand: their definition must say that no host does. */
const ANYTHING = ['json', 'code', 'file', 'folder']

/** A param with its path: fields of rows stand behind their list (`servers.url`), those of tabs beside it. */
type Field = readonly [path: string, input: InputDefinition]

/**
 * Params of a type with a credential that can name a host, at any depth, and are not declared in `sendsCredentialTo`, and
 * those that can say how the host is reached, and are not declared in `sendsCredentialBy`. A type takes a credential also in a row, and with a component that is chosen in it. For the tests of catalogues: a
 * definition that forgets one would send a key where nobody agreed. What only looks so is declared by another word in
 * its name, by choices that the author of the node fixed, or by `namesNoHost`; so are JSON, code and files.
 */
export function undeclaredHosts({
  credential,
  inputs,
  sendsCredentialTo = [],
  sendsCredentialBy = [],
}: NodeDefinition): string[] {
  const fields = listFields(inputs, '')
  const takesCredential = fields.some(
    ([, { type, loadConfig }]) => type === 'credential' || loadConfig === true,
  )
  if (!credential && !takesCredential) return []
  const isDeclared = (path: string) =>
    sendsCredentialTo.some((declared) => declared === path || declared.startsWith(`${path}.`))
  const isWay = (path: string, { name, label, namesNoHost }: InputDefinition) =>
    sendsCredentialTo.length > 0 &&
    namesNoHost !== true &&
    (NAMES_A_WAY.test(name) || NAMES_A_WAY.test(label)) &&
    !sendsCredentialBy.includes(path)
  return fields
    .filter(([path, input]) => !isDeclared(path) && (mayNameHost(input) || isWay(path, input)))
    .map(([path]) => path)
}

function listFields(inputs: readonly InputDefinition[], prefix: string): Field[] {
  return inputs
    .filter((input) => isParam(input))
    .flatMap((input) => {
      const path = `${prefix}${input.name}`
      return [
        [path, input] as const,
        ...listFields(input.array ?? [], `${path}.`),
        ...listFields(input.tabs ?? [], prefix),
      ]
    })
}

/**
 * Params in which an author can write a host, by their paths, whether or not the type takes a credential: texts that look
 * so, and what is declared of JSON. For the tests that try each with an address of the own network.
 */
export function hostParams({ inputs, sendsCredentialTo = [] }: NodeDefinition): string[] {
  const texts = listFields(inputs, '').filter(([, input]) => isText(input) && mayNameHost(input))
  // What the product reads as the address of the server that a flow comes from is never called.
  const named = texts.filter(([, { readAs }]) => readAs !== 'foreignAddress').map(([path]) => path)
  return [...new Set([...named, ...sendsCredentialTo])]
}

const isText = ({ type, freeSolo }: InputDefinition) =>
  TEXTS.includes(type) || type === 'addresses' || freeSolo === true

/** Whether a field of a credential, or a param, is named as one that says where a server is. */
export const looksLikeHost = ({ name, label }: Pick<InputDefinition, 'name' | 'label'>) =>
  NAMES_A_HOST.test(name) || NAMES_A_HOST.test(label)

function mayNameHost(input: InputDefinition): boolean {
  const { type, array, namesNoHost } = input
  if (namesNoHost === true) return false
  if (type === 'addresses') return true
  if (ANYTHING.includes(type) || (type === 'datagrid' && !array)) return true
  return isText(input) && looksLikeHost(input)
}
