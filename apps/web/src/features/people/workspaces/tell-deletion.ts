import { MOST_CONTENTS_COUNTED, type Workspace, workspaceContentKinds } from '@runnel/contract'
import type { TFunction } from 'i18next'

/** What is lost with a workspace, kind by kind; nothing of which there is none. */
export function tellContents(t: TFunction<'people'>, contents: Workspace['contents']): string[] {
  if (contents === undefined) return []
  return workspaceContentKinds
    .filter((kind) => contents[kind] > 0)
    .map((kind) =>
      contents[kind] > MOST_CONTENTS_COUNTED
        ? t(`workspaces.delete.many.${kind}`, { count: MOST_CONTENTS_COUNTED })
        : t(`workspaces.delete.contents.${kind}`, { count: contents[kind] }),
    )
}

/** How many people of a deleted workspace go on in another, and how many are left without one. */
export function tellPeople(
  t: TFunction<'people'>,
  { userCount = 0, onlyHereCount = 0 }: Pick<Workspace, 'userCount' | 'onlyHereCount'>,
): string[] {
  const goOn = userCount - onlyHereCount
  return [
    ...(goOn > 0 ? [t('workspaces.delete.goOn', { count: goOn })] : []),
    ...(onlyHereCount > 0 ? [t('workspaces.delete.left', { count: onlyHereCount })] : []),
  ]
}
