import { permissionCatalogue, permissionsToCome } from '@runnel/contract'
import { useTranslation } from 'react-i18next'
import { type PermissionCategory, permissionWord } from './grantable-permissions.ts'

/**
 * The words of permissions and their categories. `waits`: false where the part that asks shows none of them at first, so
 * that it, and what stands around it, comes before them.
 */
export function usePermissionWords({ waits = true }: { waits?: boolean } = {}) {
  const { t } = useTranslation('permissions', { useSuspense: waits })
  const plainWordOf = (key: string, value: string) =>
    t(`permission.${permissionWord(key)}`, { defaultValue: value })
  const categoryOf = (name: string) => t(`category.${name}`, { defaultValue: name })
  /** What nothing asks for yet says so. */
  const wordOf = (key: string, value: string) =>
    permissionsToCome.includes(key)
      ? t('toCome', { permission: plainWordOf(key, value) })
      : plainWordOf(key, value)
  return {
    categoryOf,
    wordOf,
    /** A permission by its key alone, with its category. */
    nameOf: (key: string) => {
      const [category = '', entries = []] =
        Object.entries(permissionCatalogue).find(([, all]) => all.some((each) => each.key === key)) ?? []
      const value = entries.find((each) => each.key === key)?.value ?? key
      return { category: categoryOf(category), permission: wordOf(key, value) }
    },
  }
}

/** The part of the catalogue that a search finds: categories by their name as a whole, else their permissions by theirs. */
export function searchCategories(
  categories: readonly PermissionCategory[],
  text: string,
  { categoryOf, wordOf }: Pick<ReturnType<typeof usePermissionWords>, 'categoryOf' | 'wordOf'>,
): readonly PermissionCategory[] {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return categories
  const fits = (word: string) => word.toLocaleLowerCase().includes(wanted)
  return categories
    .map((category) =>
      fits(categoryOf(category.name))
        ? category
        : { ...category, entries: category.entries.filter(({ key, value }) => fits(wordOf(key, value))) },
    )
    .filter(({ entries }) => entries.length > 0)
}
