import type { TFunction } from 'i18next'

/** Tells what goes with a workspace, how many of its people go on in another, and how many are left without one. */
export function tellDeletion(
  t: TFunction<'people'>,
  { people, onlyHere }: { people: number; onlyHere: number },
): string {
  const goOn = people - onlyHere
  return [
    t('workspaces.delete.text'),
    ...(goOn > 0 ? [t('workspaces.delete.goOn', { count: goOn })] : []),
    ...(onlyHere > 0 ? [t('workspaces.delete.left', { count: onlyHere })] : []),
    t('workspaces.delete.end'),
  ].join(' ')
}
