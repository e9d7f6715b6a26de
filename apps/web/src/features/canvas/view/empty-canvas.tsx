import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../session/canvas-session.ts'

/** What an empty canvas says: how to begin. */
export function EmptyCanvas({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('canvas')
  const isReadOnly = useEditor((state) => state.isReadOnly)
  return (
    <div className="canvas-empty">
      <h2>{t('empty.title')}</h2>
      <p>{t(isReadOnly ? 'empty.viewOnly' : 'empty.text')}</p>
      {isReadOnly ? null : (
        <Button leftSection={<IconPlus size={16} stroke={1.8} />} onClick={onAdd}>
          {t('empty.action')}
        </Button>
      )}
    </div>
  )
}
