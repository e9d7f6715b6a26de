/** By name, whatever the case, `2` before `10`; names that begin with a symbol stand last. */
export function sortWorkspaces<Workspace extends { name: string }>(
  workspaces: readonly Workspace[],
): Workspace[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  const beginsWithSymbol = ({ name }: Workspace) => !/^[\p{L}\p{N}]/u.test(name.trim())
  return workspaces.toSorted(
    (one, other) =>
      Number(beginsWithSymbol(one)) - Number(beginsWithSymbol(other)) || compare(one.name, other.name),
  )
}
