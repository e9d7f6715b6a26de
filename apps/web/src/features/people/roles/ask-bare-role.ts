import i18next from 'i18next'
import { confirm } from '../../../ui/confirm/confirm-store.ts'
import { afterDrawing, focusPlace } from '../../../ui/focus-place.ts'

/**
 * Asks before a role is saved that holds nothing, as Enter in its name would do; true where that is meant. Else the focus
 * goes on to what it may hold, in `form`.
 */
export async function askBareRole(permissions: readonly string[], form: HTMLElement): Promise<boolean> {
  if (permissions.length > 0) return true
  const t = i18next.getFixedT(null, 'people')
  const isMeant = await confirm({
    title: t('roles.bare.title'),
    description: t('roles.bare.text'),
    confirmButtonName: t('roles.bare.confirm'),
    cancelButtonName: t('roles.bare.choose'),
  })
  if (isMeant) return true
  // The question holds the focus until it is gone.
  afterDrawing(() => {
    const search = form.querySelector<HTMLElement>('.permission-picker input[type="search"]')
    if (search) focusPlace(search)
  })()
  return false
}
