import { useTranslation } from 'react-i18next'

/** The box before a task, which tells and cannot be changed. */
export function TaskMark({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation('chat')
  return (
    <input type="checkbox" checked={isDone} disabled aria-label={isDone ? t('task.done') : t('task.open')} />
  )
}
