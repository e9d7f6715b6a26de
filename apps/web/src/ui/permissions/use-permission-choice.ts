import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PermissionCategory, withCategory } from './grantable-permissions.ts'
import { type Toggled, togglePermission } from './toggle-permission.ts'
import { usePermissionWords } from './use-permission-words.ts'

interface Choice {
  chosen: readonly string[]
  onChange: (permissions: string[]) => void
  /** The keys that can be chosen. */
  offered: readonly string[]
  /** What changes a thing comes with the permission to look at it. */
  needsView: boolean
}

/** Chooses permissions, and says what went with a choice. */
export function usePermissionChoice({ chosen, onChange, offered, needsView }: Choice) {
  const { t } = useTranslation('permissions')
  const { nameOf } = usePermissionWords()
  const [note, setNote] = useState('')
  const tell = (key: string, { added, dropped }: Toggled) => {
    if (added !== undefined) return t('viewAdded', { ...nameOf(added), other: nameOf(key).permission })
    if (dropped === undefined) return ''
    const others = dropped.map((each) => nameOf(each).permission).join(', ')
    return t('viewDropped', { ...nameOf(key), others })
  }
  return {
    /** What went with the last choice; empty where nothing did. */
    note,
    toggle(key: string) {
      const toggled = togglePermission(chosen, key, { offered, needsView })
      setNote(tell(key, toggled))
      onChange(toggled.chosen)
    },
    toggleAll(category: PermissionCategory, isChosen: boolean) {
      setNote('')
      onChange(withCategory(chosen, category, isChosen))
    },
  }
}
