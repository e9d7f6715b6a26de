import type { Variable } from '@runnel/contract'

/** The types of variables, as they are offered. */
export const VARIABLE_TYPES = ['static', 'runtime', 'secret'] as const satisfies readonly Variable['type'][]

/** A variable while it is edited. */
export interface VariableDraft {
  name: string
  type: Variable['type']
  /** Of a static one. */
  value: string
  /** What is typed as the value of a secret one; empty keeps what is stored. */
  secret: string
  /** Of a secret one, a line each. */
  hosts: string
}

/** The draft of a stored variable, or of a new one. */
export function draftOf(variable: Variable | undefined): VariableDraft {
  return {
    name: variable?.name ?? '',
    type: variable?.type ?? 'static',
    value: variable?.type === 'secret' ? '' : (variable?.value ?? ''),
    secret: '',
    hosts: (variable?.hosts ?? []).join('\n'),
  }
}

/** The hosts that somebody wrote, one in each line or with commas between them. */
export function readHosts(text: string): string[] {
  return text.split(/[\s,;]+/).filter((host) => host !== '')
}

/** Whether a secret value is stored, or becomes one, where none is typed. */
export function keepsSecret(variable: Variable | undefined): boolean {
  return variable?.type === 'secret' || (variable?.type === 'static' && !!variable.value)
}

/** The variable as the API takes it. One that becomes `runtime` keeps a value that is shown, should it become `static` again. */
export function bodyOf({ name, type, value, secret, hosts }: VariableDraft) {
  return {
    name: name.trim(),
    type,
    ...(type === 'static' && { value }),
    ...(type === 'secret' && { hosts: readHosts(hosts), ...(secret !== '' && { value: secret }) }),
  }
}

/** The field beside which the server's words about a path of the body stand; a taken name is told above the form. */
export function fieldOf(path: string, type: Variable['type']): keyof VariableDraft | undefined {
  if (path.startsWith('hosts')) return 'hosts'
  if (path === 'value') return type === 'secret' ? 'secret' : 'value'
  return undefined
}
