/** Puts a value in place that the user's code may replace, and does not meet when it lists what is there. */
export function defineGlobal(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })
}
