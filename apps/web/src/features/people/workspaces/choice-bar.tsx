import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import '../people.css'

interface ChoiceBarProps {
  count: number
  onClear: () => void
  onRemove: () => void
}

/** How many people are chosen, and what is done with them. It stands there before any is, so that no row moves then. */
export function ChoiceBar({ count, onClear, onRemove }: ChoiceBarProps) {
  const { t } = useTranslation('people')
  return (
    <section className="choice-bar" aria-label={t('places.together.bar')}>
      <p role="status">{count === 0 ? t('places.together.none') : t('places.together.chosen', { count })}</p>
      {count === 0 ? null : (
        <>
          <Button size="xs" variant="default" onClick={onClear}>
            {t('places.together.clear')}
          </Button>
          <Button size="xs" color="red" onClick={onRemove}>
            {t('places.together.remove')}
          </Button>
        </>
      )}
    </section>
  )
}
