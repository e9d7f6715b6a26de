import { isParam, type NodeDefinition } from '@runnel/contract'

/** Words in the name or label of a param that can name a host. */
const NAMES_A_HOST = /url|host|endpoint|base\s?path|proxy|server|domain|address|instance/i

/**
 * Params of a type with a credential that look as if they name a host, and are not declared in `sendsCredentialTo`. For
 * the tests of catalogues: a definition that forgets one would send a key where nobody agreed. What only looks so is
 * declared by another word in its name, or by choices that the author of the node fixed.
 */
export function undeclaredHosts({ credential, inputs, sendsCredentialTo = [] }: NodeDefinition): string[] {
  if (!credential) return []
  return inputs
    .filter((input) => isParam(input) && ['string', 'url', 'asyncOptions'].includes(input.type))
    .filter(({ name, label }) => NAMES_A_HOST.test(name) || NAMES_A_HOST.test(label))
    .map(({ name }) => name)
    .filter((name) => !sendsCredentialTo.includes(name))
}
