// The home screens of twelve of our phones.
import w01 from '../../media/wall-01.webp';
import w02 from '../../media/wall-02.webp';
import w03 from '../../media/wall-03.webp';
import w04 from '../../media/wall-04.webp';
import w05 from '../../media/wall-05.webp';
import w06 from '../../media/wall-06.webp';
import w07 from '../../media/wall-07.webp';
import w08 from '../../media/wall-08.webp';
import w09 from '../../media/wall-09.webp';
import w10 from '../../media/wall-10.webp';
import w11 from '../../media/wall-11.webp';
import w12 from '../../media/wall-12.webp';

export const wall: readonly string[] = [w01, w02, w03, w04, w05, w06, w07, w08, w09, w10, w11, w12];
