import { Button, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canBuild, FilterBuilder } from '../../node-form/filter/filter-builder.tsx'

const FILTER_EXAMPLE = '{"page": {"$gte": 3}}'

interface QueryFilterProps {
  text: string
  isWrong: boolean
  onChange(text: string): void
}

/** Which chunks may be found: as conditions, or as the JSON that they make. */
export function QueryFilter({ text, isWrong, onChange }: QueryFilterProps) {
  const { t } = useTranslation(['document-stores', 'node-form'])
  const id = useId()
  const [asJson, setAsJson] = useState(false)
  const isBuildable = canBuild(text)
  const showsJson = asJson || !isBuildable
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={showsJson ? id : undefined}>{t('query.filter')}</label>
        <Button
          variant="default"
          size="compact-xs"
          disabled={!isBuildable}
          onClick={() => setAsJson(!asJson)}
        >
          {t(showsJson ? 'node-form:filter.asConditions' : 'node-form:filter.asJson')}
        </Button>
      </div>
      {showsJson ? (
        <Textarea
          id={id}
          description={t('query.filterHelp')}
          placeholder={FILTER_EXAMPLE}
          error={isWrong ? t('query.filterWrong') : undefined}
          classNames={{ input: 'query-filter' }}
          spellCheck={false}
          autosize
          minRows={1}
          maxRows={6}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <>
          <FilterBuilder label={t('query.filter')} text={text} onChange={onChange} />
          <p className="field-help">{t('node-form:filter.help')}</p>
        </>
      )}
    </div>
  )
}
