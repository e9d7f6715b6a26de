import { can, type Principal } from '@runnel/access'
import { type Refusal, RunnelError, SECRET_MASK, tellWhy } from '@runnel/contract'
import type { VariableRow } from '@runnel/db'
import { isSecretHostAmong, readSecretHost } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import { parseHosts, sealValue } from '../variable-secrets.ts'
import type { VariableInput } from './present-variable.ts'

/** What a variable is made of. */
type VariableContent = Pick<VariableRow, 'type' | 'value' | 'sealed' | 'hosts'>

/** Shorter values could not be told from other text, and so not be taken out of answers. */
const SHORTEST_VALUE = 8

function refuse(path: string, why: Refusal): RunnelError {
  return new RunnelError('invalid_input', `${path}: ${why.message}`, { issues: [{ path, ...why }] })
}

/** The hosts as they are kept, each once. */
function readHosts(hosts: readonly string[] | undefined): string[] {
  if (hosts === undefined || hosts.length === 0) throw refuse('hosts', tellWhy('variable_hosts_needed'))
  const read = hosts.map((text, index) => {
    const host = readSecretHost(text)
    if (host === undefined) throw refuse(`hosts[${index}]`, tellWhy('variable_host_odd', { host: text }))
    return host
  })
  return [...new Set(read)]
}

/** The value that the caller gives; undefined where they keep the stored one. */
function givenValue({ value }: VariableInput): string | undefined {
  return value === undefined || value === null || value === '' || value === SECRET_MASK ? undefined : value
}

/**
 * Whoever gives the value may say where it goes. One that is kept goes to another host only by the right by which people
 * agree to the hosts of credentials: else it could be led to a host of one's own, and read there.
 */
function checkAgreement(principal: Principal, agreed: readonly string[], hosts: readonly string[]): void {
  if (can(principal, 'credentials:update')) return
  const index = hosts.findIndex((host) => !isSecretHostAmong(agreed, host))
  if (index === -1) return
  throw refuse(`hosts[${index}]`, tellWhy('variable_host_new', { host: hosts[index] ?? '' }))
}

function secretContent(
  context: OperationContext,
  principal: Principal,
  { id, stored, input }: { id: string; stored: VariableContent | undefined; input: VariableInput },
): VariableContent {
  const agreed = parseHosts(stored?.hosts ?? null)
  const hosts = input.hosts === undefined && stored?.hosts ? agreed : readHosts(input.hosts)
  // A static one that becomes secret keeps its value: who may see it may send it anywhere already.
  const plain = givenValue(input) ?? (stored?.type === 'static' ? (stored.value ?? undefined) : undefined)
  if (plain === undefined && !stored?.sealed) throw refuse('value', tellWhy('needed'))
  if (plain === undefined) checkAgreement(principal, agreed, hosts)
  else if (plain.length < SHORTEST_VALUE)
    throw refuse('value', tellWhy('variable_value_short', { length: String(SHORTEST_VALUE) }))
  return {
    type: 'secret',
    value: null,
    sealed: plain === undefined ? (stored?.sealed ?? null) : sealValue(context, id, plain.toWellFormed()),
    hosts: JSON.stringify(hosts),
  }
}

/**
 * What of a variable a change, or its making, writes; what is absent stays. A secret value never becomes one that is shown.
 * @throws RunnelError `invalid_input` naming the field
 */
export function changeContent(
  context: OperationContext,
  principal: Principal,
  change: { id: string; stored: VariableContent | undefined; input: VariableInput },
): Partial<VariableContent> {
  const { stored, input } = change
  const type = input.type ?? stored?.type ?? 'static'
  if (type === 'secret') return secretContent(context, principal, change)
  if (input.hosts !== undefined) throw refuse('hosts', tellWhy('variable_hosts_of_others'))
  if (stored?.type !== 'secret')
    return {
      ...(input.type !== undefined && { type: input.type }),
      ...(input.value !== undefined && { value: input.value }),
    }
  const given = givenValue(input)
  if (type === 'static' && given === undefined) throw refuse('value', tellWhy('variable_value_anew'))
  return { type, value: given ?? null, sealed: null, hosts: null }
}
