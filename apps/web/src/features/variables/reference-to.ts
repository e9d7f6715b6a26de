/** How a text of a flow names a variable. */
export function referenceTo(name: string): string {
  return `{{$vars.${name}}}`
}

/** Where the server looks for the value of a variable of the type `runtime`. */
export function environmentNameOf(name: string): string {
  return `RUNNEL_VAR_${name}`
}

/** Whether every text and every code can name a variable that is called so. */
export function isPlainName(name: string): boolean {
  return /^[\p{L}\p{N}_-]+$/u.test(name)
}
