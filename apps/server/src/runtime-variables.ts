const PREFIX = 'RUNNEL_VAR_'

/**
 * Values for variables of type `runtime`: the environment's names that begin with `RUNNEL_VAR_`, without the prefix.
 * Nothing else of the environment can be reached from a flow.
 */
export function readRuntimeVariables(env: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    name.startsWith(PREFIX) && value !== undefined ? [[name.slice(PREFIX.length), value]] : [],
  )
  return Object.fromEntries(entries)
}
