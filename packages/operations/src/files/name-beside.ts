/** A name that is not taken: the file's own, else `a (2).pdf`, `a (3).pdf` … */
export function nameBeside(wanted: string, isTaken: (name: string) => boolean): string {
  const dot = wanted.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, '']
  let name = wanted
  for (let n = 2; isTaken(name); n += 1) name = `${stem} (${n})${ending}`
  return name
}
