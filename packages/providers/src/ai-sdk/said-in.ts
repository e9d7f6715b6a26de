const NAMES = ['error', 'detail', 'message']

/**
 * The words of a refusal: vendors put them under one of these names, some of them one level down. Empty for JSON that has none;
 * undefined for a body that is no JSON.
 */
export function saidIn(body: string): string | undefined {
  let said: unknown
  try {
    said = JSON.parse(body)
  } catch {
    return undefined
  }
  for (let depth = 0; depth < NAMES.length && typeof said === 'object' && said !== null; depth++) {
    const holder = said as Record<string, unknown>
    said = NAMES.map((name) => holder[name]).find((value) => value !== undefined)
  }
  return typeof said === 'string' ? said : ''
}
