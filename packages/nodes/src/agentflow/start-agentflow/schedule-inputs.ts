import type { InputDefinition } from '@runnel/contract'
import { formFields } from './form-fields.ts'

/** The value of `startInputType` with which a schedule starts the flow. */
export const SCHEDULE = 'scheduleInput'

const whenSchedule = { startInputType: SCHEDULE }
const whenPicked = { ...whenSchedule, scheduleType: 'visualPicker' }
const whenForm = { ...whenSchedule, scheduleInputMode: 'form' }

/** Params of a schedule: when the flow starts, and with what. */
export const scheduleInputs: InputDefinition[] = [
  {
    label: 'Schedule Type',
    name: 'scheduleType',
    type: 'options',
    default: 'visualPicker',
    show: whenSchedule,
    options: [
      { label: 'Days and Times', name: 'visualPicker' },
      { label: 'Cron Expression', name: 'cronExpression' },
    ],
  },
  {
    label: 'Cron Expression',
    name: 'scheduleCronExpression',
    type: 'string',
    placeholder: '0 9 * * 1-5',
    description: 'Five fields, or six with seconds in front',
    show: { ...whenSchedule, scheduleType: 'cronExpression' },
  },
  {
    label: 'Frequency',
    name: 'scheduleFrequency',
    type: 'options',
    show: whenPicked,
    options: [
      { label: 'Hourly', name: 'hourly' },
      { label: 'Daily', name: 'daily' },
      { label: 'Weekly', name: 'weekly' },
      { label: 'Monthly', name: 'monthly' },
    ],
  },
  {
    label: 'On Minute',
    name: 'scheduleOnMinute',
    type: 'number',
    min: 0,
    max: 59,
    show: { ...whenPicked, scheduleFrequency: 'hourly' },
  },
  {
    label: 'On Time',
    name: 'scheduleOnTime',
    type: 'timePicker',
    show: { ...whenPicked, scheduleFrequency: ['daily', 'weekly', 'monthly'] },
  },
  {
    label: 'On Day of Week',
    name: 'scheduleOnDayOfWeek',
    type: 'weekDaysPicker',
    show: { ...whenPicked, scheduleFrequency: 'weekly' },
  },
  {
    label: 'On Day of Month',
    name: 'scheduleOnDayOfMonth',
    type: 'monthDaysPicker',
    show: { ...whenPicked, scheduleFrequency: 'monthly' },
  },
  { label: 'End Date', name: 'scheduleEndDate', type: 'datePicker', optional: true, show: whenSchedule },
  {
    label: 'Timezone',
    name: 'scheduleTimezone',
    type: 'string',
    default: 'UTC',
    optional: true,
    placeholder: 'Europe/Berlin',
    description: 'By its name in the IANA list',
    show: whenSchedule,
  },
  {
    label: 'Input Mode',
    name: 'scheduleInputMode',
    type: 'options',
    default: 'text',
    show: whenSchedule,
    options: [
      { label: 'Text', name: 'text', description: 'A question of yours' },
      { label: 'Form', name: 'form', description: 'A form with the values below' },
      { label: 'None', name: 'none' },
    ],
  },
  {
    label: 'Default Input',
    name: 'scheduleDefaultInput',
    type: 'string',
    rows: 3,
    show: { ...whenSchedule, scheduleInputMode: 'text' },
  },
  {
    label: 'Form Input Types',
    name: 'scheduleFormInputTypes',
    type: 'array',
    description: 'The fields of the form',
    show: whenForm,
    array: formFields('scheduleFormInputTypes'),
  },
  {
    label: 'Form Values',
    name: 'scheduleFormDefaults',
    type: 'json',
    optional: true,
    description: 'What stands in the fields, by their variable names',
    show: whenForm,
  },
]
