// All places of the staff pages, in the order of their frames. A place is shown when its page exists.
import type { IconShape } from '../../ui/icons.ts';
import {
  iconActivity,
  iconArchive,
  iconBan,
  iconChartColumn,
  iconFlag,
  iconInbox,
  iconKeyRound,
  iconLayoutDashboard,
  iconListChecks,
  iconPackage,
  iconScale,
  iconScrollText,
  iconSettings,
  iconSlidersHorizontal,
  iconTicket,
  iconTrash,
  iconUser,
  iconUsers,
  iconWebhook,
} from '../../ui/icons.ts';

interface Section {
  readonly name: string;
  readonly path: string;
  readonly icon: IconShape;
}

export const ADMIN_SECTIONS = [
  { name: 'overview', path: '/admin', icon: iconLayoutDashboard },
  { name: 'releases', path: '/admin/releases', icon: iconPackage },
  { name: 'accounts', path: '/admin/accounts', icon: iconUsers },
  { name: 'registrations', path: '/admin/registrations', icon: iconUser },
  { name: 'invites', path: '/admin/invites', icon: iconTicket },
  { name: 'doors', path: '/admin/doors', icon: iconBan },
  { name: 'erasures', path: '/admin/erasures', icon: iconTrash },
  { name: 'jobs', path: '/admin/jobs', icon: iconListChecks },
  { name: 'backups', path: '/admin/backups', icon: iconArchive },
  { name: 'textRules', path: '/admin/rules', icon: iconSlidersHorizontal },
  { name: 'webhooks', path: '/admin/webhooks', icon: iconWebhook },
  { name: 'tokens', path: '/admin/tokens', icon: iconKeyRound },
  { name: 'settings', path: '/admin/settings', icon: iconSettings },
  { name: 'health', path: '/admin/health', icon: iconActivity },
  { name: 'audit', path: '/admin/audit', icon: iconScrollText },
] as const satisfies readonly Section[];
export type AdminSection = (typeof ADMIN_SECTIONS)[number]['name'];

export const MODERATION_SECTIONS = [
  { name: 'cases', path: '/moderation', icon: iconInbox },
  { name: 'reports', path: '/moderation/reports', icon: iconFlag },
  { name: 'appeals', path: '/moderation/appeals', icon: iconScale },
  { name: 'people', path: '/moderation/people', icon: iconUsers },
  { name: 'decided', path: '/moderation/decisions', icon: iconListChecks },
  { name: 'moderationAudit', path: '/moderation/audit', icon: iconScrollText },
  { name: 'figures', path: '/moderation/figures', icon: iconChartColumn },
] as const satisfies readonly Section[];
export type ModerationSection = (typeof MODERATION_SECTIONS)[number]['name'];
