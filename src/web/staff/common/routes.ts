// What the routes of the staff pages declare, besides what all pages with forms do.
import { form, page } from '../../forms/routes.ts';

/** Pages and forms below `/admin`. */
export const adminPage = { ...page, access: 'administrator' } as const;
export const adminForm = { ...form, access: 'administrator' } as const;
