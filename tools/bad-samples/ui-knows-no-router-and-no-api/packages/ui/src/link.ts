import { Link } from 'react-router';

export const bad = Link;
