import { dayAfter } from '../domain/day.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** "16 November", with the year if it is not the one of `today`. */
export function dateWords(day: string, today: string): string {
  const words = `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
  return day.slice(0, 4) === today.slice(0, 4) ? words : `${words} ${day.slice(0, 4)}`;
}

function weekday(day: string): string {
  return WEEKDAYS[new Date(day).getUTCDay()] ?? '';
}

/** A title and its explanation: "Today", "Tuesday 17 November", or further back "4 November", "Wednesday". */
export function dayWords(day: string, today: string): { title: string; more: string } {
  const date = dateWords(day, today);
  if (day === today) return { title: 'Today', more: `${weekday(day)} ${date}` };
  if (day === dayAfter(today, -1)) return { title: 'Yesterday', more: `${weekday(day)} ${date}` };
  if (day > dayAfter(today, -7) && day < today) return { title: weekday(day), more: date };
  return { title: date, more: weekday(day) };
}
