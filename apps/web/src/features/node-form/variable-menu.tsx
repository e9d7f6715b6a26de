import { ActionIcon, Menu, ScrollArea, Tooltip } from '@mantine/core'
import { IconVariable } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormModel, type VariableGroup } from './form-model.ts'

interface VariableMenuProps {
  label: string
  onPick: (reference: string) => void
}

const MENU_HEIGHT = 320

/** The menu that writes a reference into a text: chat, state, nodes before, variables. */
export function VariableMenu({ label, onPick }: VariableMenuProps) {
  const { t } = useTranslation('node-form')
  const model = useFormModel()
  const [groups, setGroups] = useState<readonly VariableGroup[]>([])
  return (
    <Menu
      position="bottom-end"
      width={300}
      shadow="md"
      onOpen={() => setGroups(model.listVariables())}
      returnFocus={false}
    >
      <Menu.Target>
        <Tooltip label={t('variables.insert')} withinPortal={false}>
          <ActionIcon size="sm" variant="subtle" aria-label={t('variables.insertInto', { label })}>
            <IconVariable size={16} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={MENU_HEIGHT} type="auto">
          {groups.length === 0 ? <Menu.Label>{t('variables.none')}</Menu.Label> : null}
          {groups.map((group) => (
            <div key={group.label}>
              <Menu.Label>{group.label}</Menu.Label>
              {group.choices.map((choice) => (
                <Menu.Item key={choice.insert} onClick={() => onPick(choice.insert)}>
                  <span className="option">
                    <span>{choice.label}</span>
                    {choice.description ? <span className="option-help">{choice.description}</span> : null}
                    <code className="option-help">{choice.insert}</code>
                  </span>
                </Menu.Item>
              ))}
            </div>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}
