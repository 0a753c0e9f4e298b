// Words of the pages of accounts: signing in, registering, and the pages that mailed links open.

import addressEn from './en/account/address.json';
import altchaEn from './en/account/altcha.json';
import passkeySignInEn from './en/account/passkey-sign-in.json';
import passwordEn from './en/account/password.json';
import secondFactorEn from './en/account/second-factor.json';
import signInEn from './en/account/sign-in.json';
import unsubscribeEn from './en/account/unsubscribe.json';
import { messagesOf } from './tables.ts';

export const ACCOUNT_MESSAGES = messagesOf('account/sign-in', signInEn, {
  password: 'password',
  signIn: 'signIn',
  email: 'emailAddress',
});
export const PASSWORD_MESSAGES = messagesOf('account/password', passwordEn, { home: 'toStartPage' });
export const ADDRESS_MESSAGES = messagesOf('account/address', addressEn);
export const SECOND_FACTOR_MESSAGES = messagesOf('account/second-factor', secondFactorEn, {
  submit: 'signIn',
  title: 'secondFactor',
});
export const ALTCHA_MESSAGES = messagesOf('account/altcha', altchaEn, { again: 'tryAgain' });
export const PASSKEY_SIGN_IN_MESSAGES = messagesOf('account/passkey-sign-in', passkeySignInEn);
export const UNSUBSCRIBE_MESSAGES = messagesOf('account/unsubscribe', unsubscribeEn);
