/** Pages side by side from which on it matters that each is looked for from the first one. */
const MANY = 200
/** A node of the tree of pages is looked for so far before and behind the list of what it holds. */
const NEAR = 4_096

const REFERENCE = /\b\d+\s+\d+\s+R\b/g

/**
 * Has the library list the pages of a PDF once. It looks for each page from the first one on, so that the time for thousands
 * that stand side by side grows with the square of their number; only where the top of their tree does not say how many
 * there are, it lists them all. So where all stand there, that number is hidden, in these bytes.
 */
export function listPagesAtOnce(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = 0
  for (let at = file.indexOf('/Kids'); at >= 0; ) {
    const next = file.indexOf('/Kids', at + 1)
    if (end < at) end = file.indexOf(']', at)
    if (end < 0) return
    // A list of pages holds no other one: whatever a file says, none of it is gone through twice.
    const place = next < 0 || next > end ? findCount(file, { kids: at, end }) : undefined
    if (place !== undefined) file.write('/Kount', place, 'latin1')
    at = next
  }
}

/** Where a node says how many pages it has, if it is the top of the tree and holds all of them itself. */
function findCount(file: Buffer, { kids, end }: { kids: number; end: number }): number | undefined {
  const listed = file.toString('latin1', kids, end).match(REFERENCE)?.length ?? 0
  if (listed < MANY) return undefined
  const head = file.toString('latin1', Math.max(0, kids - NEAR), kids)
  const tail = file.toString('latin1', end, end + NEAR)
  const before = head.slice(head.lastIndexOf('obj') + 'obj'.length)
  const after = tail.slice(0, Math.max(0, tail.indexOf('endobj')))
  const node = `${before}${after}`
  const isTop = /\/Type\s*\/Pages\b/.test(node) && !/\/Parent\b/.test(node)
  const count = /\/Count\s+(\d+)\b/
  if (!isTop || Number(count.exec(node)?.[1]) !== listed) return undefined
  const inHead = count.exec(before)
  if (inHead) return kids - before.length + inHead.index
  return end + (count.exec(after)?.index ?? 0)
}
