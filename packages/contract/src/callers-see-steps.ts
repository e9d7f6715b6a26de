import { isJsonObject, type JsonObject } from './json-value.ts'

function readSettings(apiConfig: string | null | undefined): JsonObject {
  if (apiConfig === null || apiConfig === undefined || apiConfig === '') return {}
  try {
    const value: unknown = JSON.parse(apiConfig)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Whether the `apiConfig` of a flow lets all its callers see what its steps did; no, where it cannot be read. */
export function callersSeeSteps(apiConfig: string | null | undefined): boolean {
  return readSettings(apiConfig).callersSeeSteps === true
}

/** The `apiConfig` with that choice, and all else in it as it was. */
export function chooseCallersSeeSteps(apiConfig: string | null | undefined, isChosen: boolean): string {
  const { callersSeeSteps: _before, ...others } = readSettings(apiConfig)
  return JSON.stringify(isChosen ? { ...others, callersSeeSteps: true } : others)
}
